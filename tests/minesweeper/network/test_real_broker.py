# SPDX-License-Identifier: MIT
"""A broker that others wrote, at the loopback: MiniMQTT uses it, and gets what the game posts."""

import asyncio
import json
import socket
import threading

import pytest

from sim.network.outside import Outside
from tests.support import hang, seeds
from tests.support.network import posting
from tests.support.programs.wifi import REQUESTS, power_on

broker = pytest.importorskip("amqtt.broker", reason="a real broker: pip install amqtt")
TOPIC = "home/mines"
LISTEN = REQUESTS + """
import adafruit_minimqtt.adafruit_minimqtt as MQTT
client = MQTT.MQTT(broker="localhost", port=PORT, username="zoe", password="her password",
                   socket_pool=pool, ssl_context=ssl)
client.on_message = lambda client, topic, message: print(topic, message)
client.connect()
client.subscribe("home/#", qos=1)
client.publish("home/lamp", "on", qos=1)
client.publish("home/door", "x" * 200)
while True:
    client.loop(1)
    client.ping()
    time.sleep(0.5)
"""


@pytest.fixture
def port():
    """The port of a broker in a thread."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        number = listening.getsockname()[1]
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    listener = {"type": "tcp", "bind": f"127.0.0.1:{number}"}
    settings = {"listeners": {"default": listener}, "plugins": {
        "amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}}}

    def ask(coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result(hang.HANG_S)

    async def begin():
        server = broker.Broker(settings)
        await server.start()
        return server

    server = ask(begin())
    try:
        yield number
    finally:
        ask(server.shutdown())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def test_minimqtt_hears_itself_and_the_games_result(write_program, drive_with, port):
    with power_on(write_program, LISTEN.replace("PORT", str(port))) as listener:
        listener.network.outside = Outside()

        def hears(words):
            listener.run(0.5)
            return words in listener.serial

        hang.until(lambda: hears("home/door " + "x" * 200), "an echo")
        assert "home/lamp on" in listener.serial
        url = f'MINES_POST_URL = "mqtt://localhost:{port}/{TOPIC}"'
        user = 'MINES_POST_USER = "zoe"', 'MINES_POST_TOKEN = "her password"'
        player = posting.Poster(posting.drive(drive_with, url, *user))
        player.portal.network.outside = Outside()
        player.play(seeds.chance(1))
        player.portal.run(15)
        assert player.waiting == 0
        hang.until(lambda: hears(f"{TOPIC} {{"), "the result")
        summary = json.loads(listener.serial.partition(f"{TOPIC} ")[2].splitlines()[0])
        assert summary["player"] == "Zoë" and summary["preset"] == "custom"
