# SPDX-License-Identifier: MIT
"""Request lines of every odd form, which name other hosts than the one that they are sent to."""

# In place of a path, `{}` being a host and its port, `{port}` the port alone.
TARGETS = [
    # Behind an origin, a path that is none makes another host of it.
    ":{port}/x", "@{}/x", ":@{}/x", "user@{}/x", ":1@{}/x", ".evil.localhost:{port}/x",
    ".localhost:{port}/x", "%40{}/x", "%3a{port}/x", ";@{}/x", "&@{}/x", ".@{}/x", "-@{}/x",
    "\t@{}/x", "\t:{port}/x", "\x0b@{}/x", "\x7f@{}/x", "\xa0@{}/x", "\xad@{}/x", "é@{}/x",
    # Absolute forms.
    "http://{}/x", "HTTP://{}/x", "http:{}/x", "http:/{}/x", "http:\\\\{}\\x", "https://{}/x",
    "ws://{}/x", "ftp://{}/x", "file:///etc/passwd", "file://{}/x", "data:text/plain,x",
    "blob:http://{}/x", "javascript:fetch('http://{}/x')", "view-source:http://{}/x",
    # Paths that begin as a host does, or might be read so.
    "//{}/x", "///{}/x", "////{}/x", "/\\{}/x", "\\{}/x", "\\\\{}/x", "\\/{}/x", "/\\/{}/x",
    "/\t/{}/x", "\t//{}/x", "/\n/{}/x", "\n//{}/x", "/\r/{}/x", "/\x00/{}/x", "/\x0b/{}/x",
    "/.//{}/x", "/..//{}/x", "/../..//{}/x", "/%2e%2e//{}/x", "/%2f{}/x", "/%2f%2f{}/x",
    "/%5c{}/x", "/%09/{}/x", "/%00@{}/x", "/;//{}/x", "/@{}/x", "/x@{}/x", "/x:1@{}/x",
    "/..@{}/x", "/%0d%0aHost:%20{}", "/http://{}/x", "/?url=http://{}/x", "/?@{}/x", "/#@{}/x",
    "?@{}/x", "#@{}/x", "?//{}/x", "#//{}/x", "/é@{}/x", "/\xff//{}/x", "/\u3002{}", "\uff0f/{}/x",
    # With spaces, which end the path.
    " //{}/x", " @{}/x", "/ @{}/x", "/x HTTP/1.1 @{}/x", "  http://{}/x",
    # Neither a path nor a host.
    "", "*", "{}", ".", "..", "%", "%zz", "/%", "/%zz", "[::1]", "/[::1]", "|", "^", "`", "{", '"',
    # Long ones.
    "/" + "a" * 6000, ":{port}/" + "a" * 6000, "@{}/" + "/" * 6000, "/" + "../" * 2000 + "/{}/x",
    "a" * 6000 + "@{}/x",
]
METHODS = ["POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE", "TRACK",
           "GET\t", "G@T", "GET:", "PROPFIND"]
# The forms that are a method's own.
OF_METHODS = ["{}", "http://{}/x", "@{}/x", "*"]
VERSIONS = ["", " HTTP/0.9", " HTTP/2", " HTTP/1.1 x", " http/1.1", "\tHTTP/1.1",
            "\nHost: {} HTTP/1.1", "\rHTTP/1.1"]


def lines(hosts):
    """For each of `hosts`, (name, port), all that would reach it if it were read carelessly."""
    for name, port in hosts:
        for line in _forms():
            yield _letters(line.replace("{}", f"{name}:{port}").replace("{port}", str(port)))


def _forms():
    yield from (f"GET {target} HTTP/1.1" for target in TARGETS)
    yield from (f"{method} {target} HTTP/1.1" for method in METHODS for target in OF_METHODS)
    yield from (f"GET @{{}}/x{version}" for version in VERSIONS)


def _letters(line):
    """A letter for each of its bytes."""
    return line.encode().decode("latin-1")
