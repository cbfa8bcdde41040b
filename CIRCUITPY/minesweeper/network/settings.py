# SPDX-License-Identifier: MIT
"""The network's lines in settings.toml: the Wi-Fi, the player's name, and where results go.

Loaded when needed; `setting` is the device's method.
"""

from micropython import const

_PORTS = {"http": 80, "https": 443, "mqtt": 1883, "mqtts": 8883}
_WRONG = const('MINES_POST_URL is "{}" and is ignored: expected http, https, mqtt or mqtts://'
               "host:port/path.")


def check(setting):
    """Return (whether results are sent, a sentence about a wrong line or "")."""
    found, wrong = target(setting)
    return found is not None, wrong


def wifi(setting):
    """Return (name, password) of the network; without a password it is an open one."""
    return _text(setting, "CIRCUITPY_WIFI_SSID"), _text(setting, "CIRCUITPY_WIFI_PASSWORD")


def player(setting):
    return _text(setting, "MINES_POST_NAME") or "PyPortal"


def target(setting):
    """Return (the target or None, a sentence about a wrong line or "")."""
    url = _text(setting, "MINES_POST_URL")
    if url:
        return _of_url(setting, url)
    feed, user = _text(setting, "MINES_POST_FEED"), _text(setting, "ADAFRUIT_AIO_USERNAME")
    key = _text(setting, "ADAFRUIT_AIO_KEY")
    if not feed:
        return None, ""
    if not (user and key):
        return None, "MINES_POST_FEED needs ADAFRUIT_AIO_USERNAME and ADAFRUIT_AIO_KEY."
    from minesweeper.network.targets import Feed
    return Feed(user, key, feed), ""


def _text(setting, name):
    """Return a line of settings.toml, "" without one or if it cannot be read."""
    try:
        value = setting(name)
    except ValueError:
        value = None
    return "" if value is None else str(value).strip()


def _of_url(setting, url):
    place = _place(url)
    if not place:
        return None, _WRONG.format(url)
    token = _text(setting, "MINES_POST_TOKEN")
    if url.startswith("mqtt"):
        from minesweeper.network.targets import Topic
        return Topic(place, _text(setting, "MINES_POST_USER"), token), ""
    from minesweeper.network.targets import Url
    return Url(place, token), ""


def _place(url):
    """(host, port, whether by TLS, path or topic), None for what is no such URL."""
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    host, colon, port = host.partition(":")
    if scheme not in _PORTS or not host or (colon and not port.isdigit()):
        return None
    if scheme.startswith("mqtt"):
        return (host, int(port or _PORTS[scheme]), scheme == "mqtts", path) if path else None
    return host, int(port or _PORTS[scheme]), scheme == "https", "/" + path
