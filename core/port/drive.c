// SPDX-License-Identifier: MIT
// The CIRCUITPY drive: a FAT in memory, filled at power-on. The linker puts this before FatFs'
// calls of the same names (--wrap), so that the desk is told of every change.

#include <string.h>

#include "extmod/vfs_fat.h"
#include "py/mpconfig.h"
#include "supervisor/filesystem.h"
#include "supervisor/flash.h"

#include "desk.h"
#include "drive.h"

#define OPEN_FILES (32)
#define PATH (256)
#define SPOILED_FILES (8)
#define WHEN_OPENED ('o')
#define WHEN_READ ('r')

FRESULT __real_f_open(FATFS *fs, FIL *file, const TCHAR *path, BYTE mode);
FRESULT __wrap_f_open(FATFS *fs, FIL *file, const TCHAR *path, BYTE mode);
FRESULT __real_f_read(FIL *file, void *bytes, UINT wanted, UINT *got);
FRESULT __wrap_f_read(FIL *file, void *bytes, UINT wanted, UINT *got);
FRESULT __real_f_close(FIL *file);
FRESULT __wrap_f_close(FIL *file);
FRESULT __real_f_sync(FIL *file);
FRESULT __wrap_f_sync(FIL *file);
FRESULT __real_f_mkdir(FATFS *fs, const TCHAR *path);
FRESULT __wrap_f_mkdir(FATFS *fs, const TCHAR *path);
FRESULT __real_f_unlink(FATFS *fs, const TCHAR *path);
FRESULT __wrap_f_unlink(FATFS *fs, const TCHAR *path);
FRESULT __real_f_rename(FATFS *fs, const TCHAR *from, const TCHAR *to);
FRESULT __wrap_f_rename(FATFS *fs, const TCHAR *from, const TCHAR *to);

// The drive while it is filled, before the core mounts it.
static fs_user_mount_t filling;
static FIL filled;

static struct {
    const FIL *file;
    bool written, unreadable;
    char path[PATH];
} files[OPEN_FILES];
static size_t next_file;

// Files that cannot be read: 'o' fails when it is opened, 'r' when it is read.
static struct {
    uint8_t when;
    char path[PATH];
} spoiled[SPOILED_FILES];
static size_t spoiled_files;

void drive_format(void) {
    static uint8_t buffer[FF_MAX_SS];
    supervisor_flash_init_vfs(&filling);
    f_mkfs(&filling.fatfs, FM_FAT, 0, buffer, sizeof(buffer));
    f_mount(&filling.fatfs);
    f_setlabel(&filling.fatfs, "CIRCUITPY");
}

// `bytes` are when it fails and its path; none for a drive that is whole again.
static void spoil(const uint8_t *bytes, size_t length) {
    if (length == 0) {
        spoiled_files = 0;
    } else if (spoiled_files < SPOILED_FILES && length <= PATH) {
        memset(spoiled[spoiled_files].path, 0, PATH);
        memcpy(spoiled[spoiled_files].path, bytes + 1, length - 1);
        spoiled[spoiled_files++].when = bytes[0];
    }
}

// When reading a file fails, 0 for a sound one.
static uint8_t fault_of(const char *full) {
    for (size_t i = 0; i < spoiled_files; i++) {
        if (strcmp(spoiled[i].path, full) == 0) {
            return spoiled[i].when;
        }
    }
    return 0;
}

// 'd' a folder, 'f' a file, 'w' bytes for it, 'x' a file is spoiled.
void drive_take(uint8_t kind, const uint8_t *bytes, size_t length) {
    char path[PATH] = {0};
    UINT written;
    if (kind == 'x') {
        spoil(bytes, length);
        return;
    }
    if (kind == 'w') {
        f_write(&filled, bytes, length, &written);
        return;
    }
    memcpy(path, bytes, MIN(length, PATH - 1));
    drive_filled();
    if (kind == 'd') {
        __real_f_mkdir(&filling.fatfs, path);
    } else if (kind == 'f') {
        __real_f_open(&filling.fatfs, &filled, path, FA_WRITE | FA_CREATE_ALWAYS);
    }
}

void drive_filled(void) {
    if (filled.obj.fs != NULL) {
        __real_f_close(&filled);
    }
}

static bool is_the_drive(const FATFS *fs) {
    return fs == &filesystem_circuitpy()->fatfs;
}

// The full path of one that may be relative to the working directory.
static void absolute(FATFS *fs, const char *path, char full[PATH]) {
    full[0] = '\0';
    if (path[0] != '/') {
        f_getcwd(fs, full, PATH);
        if (full[1] != '\0') {
            strncat(full, "/", PATH - strlen(full) - 1);
        }
    }
    strncat(full, path, PATH - strlen(full) - 1);
}

static int find(const FIL *file) {
    for (int i = 0; i < OPEN_FILES; i++) {
        if (files[i].file == file) {
            return i;
        }
    }
    return -1;
}

const char *drive_path_of(const FIL *file) {
    int at = find(file);
    return at < 0 ? NULL : files[at].path;
}

// An object that was collected without being closed leaves its entry to the next at its place.
static void remember(FATFS *fs, const FIL *file, const char *path, bool written) {
    int at = find(file);
    if (at < 0) {
        at = find(NULL);
    }
    if (at < 0) {
        at = next_file++ % OPEN_FILES;
    }
    files[at].file = file;
    files[at].written = written;
    absolute(fs, path, files[at].path);
    files[at].unreadable = fault_of(files[at].path) == WHEN_READ;
}

// Send what the file holds now.
static void tell_file(const char *path) {
    static uint8_t bytes[4096];
    FATFS *fs = &filesystem_circuitpy()->fatfs;
    FIL file;
    UINT length;
    desk_tell('f', path, strlen(path));
    if (__real_f_open(fs, &file, path, FA_READ) != FR_OK) {
        return;
    }
    while (__real_f_read(&file, bytes, sizeof(bytes), &length) == FR_OK && length > 0) {
        desk_tell('w', bytes, length);
    }
    __real_f_close(&file);
    desk_tell('F', NULL, 0);
}

FRESULT __wrap_f_open(FATFS *fs, FIL *file, const TCHAR *path, BYTE mode) {
    FRESULT result = __real_f_open(fs, file, path, mode);
    if (result != FR_OK || !is_the_drive(fs)) {
        return result;
    }
    remember(fs, file, path, mode & FA_WRITE);
    if (fault_of(drive_path_of(file)) == WHEN_OPENED) {
        __real_f_close(file);
        files[find(file)].file = NULL;
        return FR_DISK_ERR;
    }
    return FR_OK;
}

FRESULT __wrap_f_read(FIL *file, void *bytes, UINT wanted, UINT *got) {
    int at = find(file);
    if (at >= 0 && files[at].unreadable) {
        *got = 0;
        return FR_DISK_ERR;
    }
    return __real_f_read(file, bytes, wanted, got);
}

FRESULT __wrap_f_close(FIL *file) {
    int at = find(file);
    FRESULT result = __real_f_close(file);
    if (at >= 0) {
        files[at].file = NULL;
        if (files[at].written) {
            tell_file(files[at].path);
        }
    }
    return result;
}

FRESULT __wrap_f_sync(FIL *file) {
    FRESULT result = __real_f_sync(file);
    int at = find(file);
    if (at >= 0 && files[at].written) {
        tell_file(files[at].path);
    }
    return result;
}

static void tell_path(uint8_t kind, FATFS *fs, const char *path) {
    char full[PATH];
    absolute(fs, path, full);
    desk_tell(kind, full, strlen(full));
}

FRESULT __wrap_f_mkdir(FATFS *fs, const TCHAR *path) {
    FRESULT result = __real_f_mkdir(fs, path);
    if (result == FR_OK && is_the_drive(fs)) {
        tell_path('m', fs, path);
    }
    return result;
}

FRESULT __wrap_f_unlink(FATFS *fs, const TCHAR *path) {
    FRESULT result = __real_f_unlink(fs, path);
    if (result == FR_OK && is_the_drive(fs)) {
        tell_path('u', fs, path);
    }
    return result;
}

FRESULT __wrap_f_rename(FATFS *fs, const TCHAR *from, const TCHAR *to) {
    FRESULT result = __real_f_rename(fs, from, to);
    if (result == FR_OK && is_the_drive(fs)) {
        char paths[2 * PATH];
        absolute(fs, from, paths);
        size_t length = strlen(paths) + 1;
        absolute(fs, to, paths + length);
        desk_tell('v', paths, length + strlen(paths + length));
    }
    return result;
}
