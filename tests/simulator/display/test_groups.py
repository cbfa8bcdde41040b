# SPDX-License-Identifier: MIT
"""Layers in groups: what a group takes, in which order it shows them, and what it refuses."""

import pytest

from worlds import WHITE, refused


def test_a_layer_is_in_one_group_only(world, displayio):
    circle = world.vectorio.Circle(pixel_shader=displayio.Palette(1), radius=2)
    for layer in world.sprite(), displayio.Group(), circle:
        group = world.show(layer)
        with pytest.raises(ValueError, match="Layer already in a group"):
            displayio.Group().append(layer)
        group.remove(layer)
        displayio.Group().append(layer)


def test_a_group_on_the_screen_cannot_be_a_layer_too(world, displayio):
    group = world.show(world.sprite())
    refused(lambda: displayio.Group().append(group), ValueError, "Layer already in a group")
    outer = displayio.Group()
    inner = displayio.Group()
    outer.append(inner)
    with pytest.raises(ValueError, match="Group already used"):
        world.display.root_group = inner
    world.display.root_group = None
    outer.append(group)


def test_a_group_refuses_what_the_device_refuses(world, displayio):
    group = displayio.Group()
    refused(lambda: group.append("text"), ValueError,
            "Layer must be a Group or TileGrid subclass")
    refused(lambda: group[0], IndexError, "Group index out of range")
    refused(group.pop, IndexError, "Group index out of range")
    refused(lambda: group.insert(2, world.sprite()), IndexError, "Group index out of range")
    refused(lambda: group[0:1], NotImplementedError, "Slices not supported")
    refused(lambda: group.remove(world.sprite()), ValueError, "object not in sequence")
    refused(lambda: displayio.Group(scale=0), ValueError, "scale must be 1-32767")


def test_a_group_is_a_sequence_of_its_layers(world, displayio):
    layers = [world.sprite() for _ in range(3)]
    group = displayio.Group()
    assert not group
    for layer in layers[1:]:
        group.append(layer)
    group.insert(0, layers[0])
    assert (list(group), len(group), group[-1]) == (layers, 3, layers[2])
    assert layers[1] in group
    assert group.index(layers[1]) == 1
    assert group.pop(i=1) is layers[1]
    del group[0]
    assert list(group) == [layers[2]]


def test_a_layer_is_seen_when_it_leaves_a_hidden_group(world, displayio):
    """Blinka keeps it hidden for ever."""
    hidden, layer = displayio.Group(), world.sprite()
    root = world.show(hidden)
    hidden.append(layer)
    hidden.hidden = True
    assert not world.picture().any()
    hidden.remove(layer)
    root.append(layer)
    assert world.picture()[0, 0] == WHITE


def test_sorting_changes_what_is_on_top(world):
    group = world.show(world.sprite(0xFFFFFF), world.sprite(0x0000FF))
    assert world.picture()[0, 0] == 0x001F
    group.sort(key=lambda layer: layer.pixel_shader[0])
    world.redraw()
    assert world.picture()[0, 0] == WHITE


def test_layers_are_told_apart_by_what_they_are(displayio):
    """Not by what they hold: two empty groups are two."""
    group, first, second = (displayio.Group() for _ in range(3))
    group.append(first)
    group.append(second)
    assert group.index(second) == 1
    group.remove(second)
    assert list(group) == [first]


def test_the_terminal_is_a_group_that_nobody_may_change(world, displayio):
    world.display.refresh()
    terminal = displayio.CIRCUITPYTHON_TERMINAL
    for change in (lambda: terminal.append(displayio.Group()), terminal.pop,
                   lambda: setattr(terminal, "x", 1), lambda: setattr(terminal, "hidden", True)):
        refused(change, RuntimeError, "Read-only")
