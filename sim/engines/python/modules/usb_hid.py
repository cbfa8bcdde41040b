# SPDX-License-Identifier: MIT
"""usb_hid: keyboard, mouse and consumer control, which exist but refuse to send."""

from collections.abc import Sequence
from typing import Any

from ..native.arguments import buffer, int_range, word
from . import machine

__all__ = ["Device", "devices", "disable", "enable", "get_boot_device", "set_interface_name"]


class Device:
    """An input device, by `usage_page` and `usage` in the USB HID usage tables."""

    KEYBOARD: "Device"
    MOUSE: "Device"
    CONSUMER_CONTROL: "Device"

    def __init__(self, *, report_descriptor: Any, usage_page: int, usage: int,
                 report_ids: Sequence[int], in_report_lengths: Sequence[int],
                 out_report_lengths: Sequence[int]):
        buffer(report_descriptor)
        if not len(report_ids) == len(in_report_lengths) == len(out_report_lengths):
            raise ValueError("report_ids, in_report_lengths, and out_report_lengths must all be "
                             "the same length")
        self._usage_page, self._usage = word(usage_page), word(usage)
        self._ids = tuple(report_ids)

    @property
    def usage_page(self) -> int:
        return self._usage_page

    @property
    def usage(self) -> int:
        return self._usage

    def send_report(self, report: Any, report_id: int | None = None) -> None:
        buffer(report)
        self._check(report_id)
        raise NotImplementedError("usb_hid.Device.send_report is not simulated: "
                                  "no computer takes the board for a keyboard or a mouse")

    def get_last_received_report(self, report_id: int | None = None) -> bytes | None:
        """Return None: no computer has sent a report."""
        self._check(report_id)
        return None

    def _check(self, report_id: int | None) -> None:
        if report_id not in (*self._ids, None):
            raise ValueError("Invalid report_id")


def _standard(usage_page: int, usage: int, report_id: int, sent: int, received: int) -> Device:
    return Device(report_descriptor=b"", usage_page=usage_page, usage=usage,
                  report_ids=(report_id,), in_report_lengths=(sent,),
                  out_report_lengths=(received,))


Device.KEYBOARD = _standard(0x01, 0x06, 1, 8, 1)
Device.MOUSE = _standard(0x01, 0x02, 2, 4, 0)
Device.CONSUMER_CONTROL = _standard(0x0C, 0x01, 3, 2, 0)
devices = (Device.KEYBOARD, Device.MOUSE, Device.CONSUMER_CONTROL)


def get_boot_device() -> int:
    return 0


def disable() -> None:
    machine.boot_file.require()


def enable(devices: Sequence[Device] | None, boot_device: int = 0) -> None:
    int_range(boot_device, 0, 2, "boot_device")
    machine.boot_file.require()


def set_interface_name(interface_name: str) -> None:
    """Does nothing: no computer asks for it."""
