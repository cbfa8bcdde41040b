# SPDX-License-Identifier: MIT
"""A small MQTT 3.1.1 broker: CONNECT, SUBSCRIBE, PUBLISH (QoS 0 and 1), PING, DISCONNECT.

`broker(password)` makes a class for `network.tcp`; its `published` lists (topic, message), and
`send(topic, message)` publishes to all subscribers.
"""

from sim.network.hosts import Connection

CONNECT, PUBLISH, SUBSCRIBE, UNSUBSCRIBE, PING = 1, 3, 8, 10, 12


def broker(password=None):
    class Broker:
        def __init__(self, connection: Connection):
            self.connection = connection
            self.heard = b""
            self.topics = []
            Broker.clients.append(self)

        @staticmethod
        def send(topic, message):
            for client in Broker.clients:
                if topic in client.topics:
                    body = text(topic) + message
                    client.connection.send(bytes([PUBLISH << 4]) + length(len(body)) + body)

        def receive(self, data):
            self.heard += data
            while (packet := take(self.heard)) is not None:
                head, body, self.heard = packet
                reply = self.answer(head >> 4, head & 0xF, body)
                if reply:
                    self.connection.send(reply)

        def answer(self, kind, flags, body):
            if kind == CONNECT:
                right = password is None or password.encode() in body
                return bytes([0x20, 2, 0, 0 if right else 5])
            if kind == PUBLISH:
                return self.publish(flags, body)
            if kind == SUBSCRIBE:
                self.topics.append(body[4:-1].decode())
                return bytes([0x90, 3]) + body[:2] + body[-1:]
            if kind == UNSUBSCRIBE:
                self.topics.remove(body[4:].decode())
                return bytes([0xB0, 2]) + body[:2]
            return bytes([0xD0, 0]) if kind == PING else None

        def publish(self, flags, body):
            end = 2 + int.from_bytes(body[:2], "big")
            topic, rest = body[2:end].decode(), body[end:]
            acknowledged, rest = (rest[:2], rest[2:]) if flags & 6 else (b"", rest)
            Broker.published.append((topic, rest))
            Broker.send(topic, rest)
            return bytes([0x40, 2]) + acknowledged if acknowledged else None

    Broker.published, Broker.clients = [], []
    return Broker


def text(value):
    return len(value.encode()).to_bytes(2, "big") + value.encode()


def length(number):
    """Encode a packet's length: seven bits a byte, the highest bit set if more bytes follow."""
    digits = [number & 0x7F]
    while number := number >> 7:
        digits[-1] |= 0x80
        digits.append(number & 0x7F)
    return bytes(digits)


def take(heard):
    """Return (head, body, rest) of the first complete packet, None without one."""
    for count in range(1, 5):
        if len(heard) <= count:
            return None
        if heard[count] < 0x80:
            break
    size = sum((byte & 0x7F) << 7 * place for place, byte in enumerate(heard[1 : count + 1]))
    start = count + 1
    if len(heard) < start + size:
        return None
    return heard[0], heard[start : start + size], heard[start + size :]
