# SPDX-License-Identifier: MIT
"""Buses and analogue wires by their registers: SERCOM, DMAC, USB, ADC, DAC, and the log."""


import pytest

from tests.support.chip.bench import Bench, Program

SERCOM0, DMAC, EVSYS, GCLK, TC0 = 0x40003000, 0x4100A000, 0x4100E000, 0x40001C00, 0x40003800
ADC0, DAC, USB = 0x43001C00, 0x43002400, 0x41000000
SPI, I2C, UART = 3 << 2, 5 << 2, 1 << 2
CTRLB, BAUD, FLAGS, STATUS, ADDR, DATA = 4, 0xC, 0x18, 0x1A, 0x24, 0x28
DESCRIPTORS, WRITE_BACK, BYTES, BACK = 0x20002000, 0x20002400, 0x20002800, 0x20002A00
SECOND = 120_000_000


def clocked(*channels):
    program = Program()
    for channel in channels:
        program.write(GCLK + 0x80 + 4 * channel, 1 << 6)
    return program


def spi():
    """SERCOM0 as SPI host with 12 MHz."""
    return clocked(7).write(SERCOM0 + CTRLB, 1 << 17).write(SERCOM0 + BAUD, 1, 1) \
        .write(SERCOM0, SPI | 2)


def test_spi_exchanges_a_byte_in_its_time():
    program = spi()
    for byte in (0x9F, 0x01):
        program.write(SERCOM0 + DATA, byte).wait(SERCOM0 + FLAGS, 4, 4, 1).read(SERCOM0 + DATA)
    bench = Bench(spi=lambda sercom, byte: byte ^ 0xFF)
    assert bench.run(program) == [0x60, 0xFE]
    assert bench.heard("spi") == [(0, 0x9F), (0, 0x01)]
    first, second = [call.cycle for call in bench.calls]
    assert 80 <= second - first < 140


def descriptor(program, channel, control, count, source, target):
    at = DESCRIPTORS + 16 * channel
    return program.write(at, control | count << 16).write(at + 4, source).write(at + 8, target) \
        .write(at + 12, 0)


def dma():
    return Program().write(DMAC + 0x34, DESCRIPTORS).write(DMAC + 0x38, WRITE_BACK) \
        .write(DMAC, 0xF02, 2)


def test_dma_sends_by_spi_in_one_block_and_takes_what_comes_back():
    sent = bytes(range(1, 21))
    program = dma()
    for k in range(5):
        program.write(BYTES + 4 * k, int.from_bytes(sent[4 * k:4 * k + 4], "little"))
    descriptor(program, 0, 1 | 1 << 11, 20, SERCOM0 + DATA, BACK + 20)
    descriptor(program, 1, 1 | 1 << 10, 20, BYTES + 20, SERCOM0 + DATA)
    program.code += spi().code
    program.write(DMAC + 0x4D, 2, 1).allow(31)
    program.write(DMAC + 0x40, 4 << 8 | 2 << 20 | 2).write(DMAC + 0x50, 5 << 8 | 2 << 20 | 2)
    program.wait(DMAC + 0x4E, 2, 2, 1).read(BACK).read(BACK + 16)
    bench = Bench()

    def block(sercom, at, count):
        bench.write(at, bytes(byte + 1 for byte in bench.read(at, count)))

    bench.answers["spi_block"] = block
    assert bench.run(program) == [0x05040302, 0x15141312]
    assert bench.heard("spi_block") == [(0, sent)] and not bench.heard("spi")
    assert bench.interrupts(31) == 1
    assert bench.chip_now() > 20 * 80


def i2c(low=230):
    """SERCOM0 as I2C host: 48 MHz over 10 + 2 × 235 is 100 kHz."""
    return clocked(7).write(SERCOM0 + BAUD, low | low << 8).write(SERCOM0, I2C | 2) \
        .write(SERCOM0 + STATUS, 1 << 4, 2)


def test_i2c_writes_reads_and_stops():
    program = i2c().write(SERCOM0 + ADDR, 0x48 << 1).wait(SERCOM0 + FLAGS, 1, 1, 1)
    program.write(SERCOM0 + DATA, 7).wait(SERCOM0 + FLAGS, 1, 1, 1).read(SERCOM0 + STATUS, 2)
    program.write(SERCOM0 + ADDR, 0x48 << 1 | 1).wait(SERCOM0 + FLAGS, 2, 2, 1)
    program.read(SERCOM0 + DATA, 1)
    program.write(SERCOM0 + CTRLB, 7 << 16)
    bench = Bench(i2c_start=lambda sercom, address, reads: address == 0x48,
                  i2c_write=lambda sercom, byte: 1, i2c_read=lambda sercom: 0x42)
    assert bench.run(program) == [0xA0, 0x42]
    calls = [(call.name, *call.values[1:]) for call in bench.calls]
    assert calls == [("i2c_start", 0x48, 0), ("i2c_write", 7), ("i2c_start", 0x48, 1),
                    ("i2c_read",), ("i2c_stop",)]
    assert bench.calls[1].cycle - bench.calls[0].cycle == pytest.approx(100e-6 * SECOND, rel=0.06)


def test_i2c_says_that_nobody_answered():
    program = i2c().write(SERCOM0 + ADDR, 0x20 << 1).wait(SERCOM0 + FLAGS, 1, 1, 1) \
        .read(SERCOM0 + STATUS, 2)
    assert Bench().run(program)[0] & 4


def uart(rate=9600):
    baud = round(65536 * (1 - 16 * rate / 48e6))
    return clocked(7).write(SERCOM0 + CTRLB, 3 << 16).write(SERCOM0 + BAUD, baud, 2) \
        .write(SERCOM0, UART | 1 << 30 | 2)


def test_uart_sends_at_its_rate():
    program = uart()
    for byte in b"ok!":
        program.wait(SERCOM0 + FLAGS, 1, 1, 1).write(SERCOM0 + DATA, byte)
    bench = Bench()
    bench.run(program.wait(SERCOM0 + FLAGS, 2, 2, 1))
    assert bytes(byte for _, byte in bench.heard("uart")) == b"ok!"
    cycles = [call.cycle for call in bench.calls]
    assert cycles[2] - cycles[1] == pytest.approx(SECOND * 10 / 9600, rel=0.01)


def test_uart_receives_bytes_one_after_the_other():
    program = uart()
    for _ in range(3):
        program.wait(SERCOM0 + FLAGS, 4, 4, 1).read(SERCOM0 + DATA)
    bench = Bench()
    bench.power_on(program)
    bench.wait(0.0001)
    for byte in b"abc":
        assert bench.chip_uart_receive(0, byte)
    bench.proceed(0.01)
    assert bytes(bench.word(0x20001000 + 4 * k) for k in range(3)) == b"abc"
    assert bench.chip_now() == pytest.approx(SECOND * (0.0001 + 30 / 9600), rel=0.03)


def adc(control_b=0, average=0):
    return clocked(40).write(ADC0 + 4, 12, 2).write(ADC0 + 6, control_b, 2).write(ADC0 + 8, 3, 1) \
        .write(ADC0 + 0xA, average, 1).write(ADC0, 2, 2).write(ADC0 + 0x14, 2, 1) \
        .wait(ADC0 + 0x2E, 1, 1, 1).read(ADC0 + 0x40, 2).read(ADC0 + 0x2E, 1)


@pytest.mark.parametrize("control_b, average, code", [(0, 0, 0x800), (3 << 3, 0, 0x80),
                                                      (2 << 3, 0, 0x200), (1 << 3, 4, 0x8000)])
def test_the_adc_asks_the_board_and_scales_the_answer(control_b, average, code):
    bench = Bench(analogue=lambda pin: 0x8000 if pin == 32 else 0)  # AIN12 is PB00
    assert bench.run(adc(control_b, average)) == [code, 0]


def test_a_timer_and_dma_play_samples():
    """TC0's overflows start the DAC by an event; its empty buffer asks DMA for the next sample."""
    program = dma()
    samples = [(k * 100) % 4096 for k in range(50)]
    for k in range(0, 50, 2):
        program.write(BYTES + 2 * k, samples[k] | samples[k + 1] << 16)
    descriptor(program, 0, 1 | 1 << 8 | 1 << 10, 50, BYTES + 100, DAC + 0x14)
    program.code += clocked(9).code
    program.write(EVSYS + 0x20, 2 << 8 | 73).write(EVSYS + 0x120 + 4 * 61, 1)
    program.write(DAC + 2, 1, 1).write(DAC + 0xC, 2, 2).write(DAC, 2, 1).write(DAC + 0x14, 7, 2)
    program.write(DMAC + 0x40, 72 << 8 | 2 << 20 | 2)
    program.write(TC0 + 0xC, 1, 1).write(TC0 + 0x1C, 2175, 2).write(TC0 + 6, 1 << 8, 2)
    program.write(TC0, 2).wait(DMAC + 0x4E, 2, 2, 1)
    bench = Bench()
    bench.run(program)
    bench.wait(0.01)
    heard = bench.heard("samples")
    played = [value for _, values, _ in heard for value in values]
    assert played == [7, *samples]
    assert (0, [], 0) in heard  # DMA has ended
    assert {period for _, values, period in heard if len(values) > 1} == {5440}  # 22,059 Hz


@pytest.mark.parametrize(("flag", "line"), [(0, 123), (1, 123), (2, 124), (3, 125)])
def test_each_flag_of_the_dac_has_its_interrupt(flag, line):
    """Both channels are started by the overflows of TC0, with one value in each buffer."""
    program = Program()
    program.code += clocked(9).code
    program.write(EVSYS + 0x20, 2 << 8 | 73).write(EVSYS + 0x120 + 4 * 61, 1)
    program.write(EVSYS + 0x120 + 4 * 62, 1).write(DAC + 2, 3, 1).write(DAC + 0xC, 2, 2)
    program.write(DAC + 0xE, 2, 2).write(DAC, 2, 1).write(DAC + 0x14, 7, 2).write(DAC + 0x16, 7, 2)
    program.allow(123).allow(124).allow(125).allow(126).write(DAC + 5, 1 << flag, 1)
    program.write(TC0 + 0xC, 1, 1).write(TC0 + 0x1C, 2175, 2).write(TC0 + 6, 1 << 8, 2)
    program.write(TC0, 2).delay(20000)
    bench = Bench()
    bench.run(program)
    assert [bench.interrupts(number) for number in range(123, 127)] == [
        int(number == line) for number in range(123, 127)]


def test_what_is_not_modelled_is_logged_once_with_its_name():
    program = Program().read(0x42002004).read(0x42002004).write(0x42003800, 1)
    bench = Bench()
    assert bench.run(program) == [0, 0]
    first, second = [text.decode() for text, in bench.heard("note")]
    assert first.startswith("not modelled: AC read at 42002004, pc 0000")
    assert second.startswith("not modelled: CCL write at 42003800")


def test_nothing_answers_outside_the_map():
    bench = Bench()
    bench.power_on(Program().read(0x50000000))
    bench.wait(0.0001)
    assert bench.interrupts(-13)  # a hard fault, again and again: the handler goes back to it


def test_usb_gives_a_device_ten_milliseconds_after_its_reset():
    """A driver may switch its endpoint on before it says where a packet goes."""
    program = Program().write(USB + 0x24, DESCRIPTORS).write(USB, 2, 1).write(USB + 8, 0, 2)
    program.wait(USB + 0x1C, 8, 8, 2).write(USB + 0x100, 0x11, 1).delay(350_000)
    program.write(DESCRIPTORS, BYTES).write(DESCRIPTORS + 4, 0)
    program.wait(USB + 0x107, 16, 16, 1).read(BYTES).read(BYTES + 4)
    bench = Bench()
    assert bench.run(program) == [0x01000680, 0x00080000]  # asks for 8 bytes of the descriptor
    assert 0.01 * SECOND < bench.chip_now() < 0.011 * SECOND


def test_usb_counts_a_frame_each_millisecond():
    """The first frame begins at once; each has three bits more in FNUM."""
    frame, flags, starts = USB + 0x10, USB + 0x1C, 81
    program = Program().write(USB, 2, 1).write(USB + 8, 0, 2).delay(40_000)
    program.read(frame, 2).write(flags, 4, 2).read(flags, 2).delay(200_000)
    program.read(frame, 2).read(flags, 2).write(USB + 0x18, 4, 2).write(flags, 4, 2)
    program.allow(starts).delay(50_000)
    bench = Bench()
    before, cleared, after, flagged = bench.run(program)
    assert after - before == 5 << 3
    assert (cleared & 4, flagged & 4, bench.interrupts(starts)) == (0, 4, 1)


def test_a_run_in_slices_is_the_same_run():
    def run(slices):
        bench = Bench(spi=lambda sercom, byte: byte)
        program = spi()
        for byte in range(20):
            program.write(SERCOM0 + DATA, byte).wait(SERCOM0 + FLAGS, 4, 4, 1).read(SERCOM0 + DATA)
        bench.power_on(program)
        for end in slices:
            bench.chip_run(end)
        return bench.calls, bench.chip_instructions(), bytes(bench.read(bench.chip_ram(), 0x40000))

    assert run([100_000]) == run([*range(0, 100_000, 37), 100_000])


def test_a_copy_of_the_memory_is_a_snapshot():
    program = uart()
    for byte in b"abcdefgh":
        program.wait(SERCOM0 + FLAGS, 1, 1, 1).write(SERCOM0 + DATA, byte)
    bench = Bench()
    bench.power_on(program)
    bench.wait(0.003)
    snapshot, heard = bytes(bench.read(0, bench.memory.data_len(bench.store))), len(bench.calls)
    bench.wait(0.01)
    after = bench.calls[heard:]
    other = Bench()
    other.write(0, snapshot)
    other.wait(0.01)
    assert other.calls == after and len(after) > 2
