# SPDX-License-Identifier: MIT
"""tools.preview: the committed picture shows the game."""

from PIL import Image

from tests.support.frontends import require_alike
from tools import preview


def test_the_preview_of_the_page_shows_the_game(tmp_path, monkeypatch, capsys):
    """After a visible change, GOLDEN=1 in the environment draws it anew."""
    committed = preview.PICTURE
    monkeypatch.setattr(preview, "PICTURE", tmp_path / "preview.png")
    assert preview.main([]) == 0
    require_alike(Image.open(preview.PICTURE), committed)
    assert f"png: {preview.PICTURE.stat().st_size:,} bytes" in capsys.readouterr().out
