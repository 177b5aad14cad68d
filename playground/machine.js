// The machine that a program of WebAssembly sees (WASI preview 1): a clock, randomness, and one folder of Python's files.
// Nothing of it is this machine's: its clock jumps to what the program waits for. As `integrations/webassembly_host.py` does it.

const SUCCESS = 0, BAD_FILE = 8, EXISTS = 20, INVALID = 28, FAILED = 29, IS_FOLDER = 31, MISSING = 44, UNSUPPORTED = 58, FORBIDDEN = 63; // Of `errno`
const REAL = 0, MONOTONIC = 1; // Clocks
const CLOCK = 0, READABLE = 1; // What is waited for
const CHARACTERS = 2, FOLDER = 3, REGULAR = 4; // Types of files
const CREATE = 1, EXCLUSIVE = 4, EMPTY = 8; // How a path is opened
const WRITING = 1n << 6n; // The right to write
const SUBSCRIPTION = 48, EVENT = 32, VECTOR = 8, IS_ABSOLUTE = 1;
const FIRST = 3; // Descriptors of files begin here, with that of the folder
const BEGINNING = 4_102_444_800n * 1_000_000_000n; // When its time begins: 2100-01-01
const READING = 1_000; // Nanoseconds that reading the clock takes, so that who waits by that alone goes on
const PART = 1024 * 1024; // Bytes that are moved at once, at most
const MODULE = "schedcfg"; // Of the functions that connect

/** Ends a program, by itself or by who runs it. */
export class Ended extends Error {
  constructor(status) {
    super(`ended with status ${status}`);
    this.status = status;
  }
}

/** What a program runs on: without a connection. */
export class Machine {
  /**
   * `files` are Emscripten's, `folder` is the one of them that the program sees, `inside` its name there. `random(length)` returns bytes.
   * `written(descriptor, bytes)` takes what the program writes to its two streams, and returns whether that is enough; its time ends after
   * some `nanoseconds`.
   */
  constructor({ files, folder, inside, environment, random, written, nanoseconds }) {
    Object.assign(this, { files, folder, inside, environment, random, written, nanoseconds });
    this.now = 0; // Nanoseconds
    this.opened = new Map([[FIRST, { path: folder, isFolder: true }]]);
    this.last = FIRST;
  }

  /** Run a module with arguments until it ends, and return its status; undefined where it was ended. */
  run(module, given) {
    this.given = ["kube-scheduler", ...given];
    const own = ["args_get", "args_sizes_get", "environ_get", "environ_sizes_get", "clock_time_get", "random_get", "poll_oneoff", "sched_yield", "proc_exit",
      "fd_write", "fd_read", "fd_pread", "fd_pwrite", "fd_seek", "fd_close", "fd_sync", "fd_readdir", "fd_fdstat_get", "fd_fdstat_set_flags", "fd_filestat_get",
      "fd_filestat_set_size", "fd_prestat_get", "fd_prestat_dir_name", "path_open", "path_filestat_get", "path_create_directory", "path_unlink_file", "path_remove_directory"];
    const functions = Object.fromEntries(own.map(name => [name, (...values) => this[name](...values)]));
    for (const { module: where, name } of WebAssembly.Module.imports(module)) if (where === "wasi_snapshot_preview1") functions[name] ||= () => UNSUPPORTED;
    const connecting = Object.fromEntries(["dial", "write", "read", "shut", "close"].map(name => [name, (...values) => this[name](...values)]));
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: functions, [MODULE]: connecting });
    this.memory = instance.exports.memory;
    try {
      instance.exports._start();
      return 0;
    } catch (error) {
      if (error instanceof Ended) return error.status;
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      this.said(2, new TextEncoder().encode(`error: the program of WebAssembly failed: ${error.message}\n`));
      return 1;
    }
  }

  /** The program's memory, which is another one each time it grows. */
  get view() {
    if (this.seen?.buffer !== this.memory.buffer) this.seen = new DataView(this.memory.buffer);
    return this.seen;
  }

  bytes(start, length) { return new Uint8Array(this.memory.buffer, start >>> 0, length >>> 0); }
  text(start, length) { return new TextDecoder().decode(this.bytes(start, length)); }

  /** Write texts that end with a zero, and where each begins. */
  texts(all, starts, target) {
    for (const text of all) {
      const bytes = new TextEncoder().encode(`${text}\0`);
      this.view.setUint32(starts, target, true);
      this.bytes(target, bytes.length).set(bytes);
      [starts, target] = [starts + 4, target + bytes.length];
    }
    return SUCCESS;
  }

  sizes(all, number, length) {
    this.view.setUint32(number, all.length, true);
    this.view.setUint32(length, all.reduce((sum, text) => sum + new TextEncoder().encode(text).length + 1, 0), true);
    return SUCCESS;
  }

  args_get(starts, target) { return this.texts(this.given, starts, target); }
  args_sizes_get(number, length) { return this.sizes(this.given, number, length); }
  environ_get(starts, target) { return this.texts(this.variables, starts, target); }
  environ_sizes_get(number, length) { return this.sizes(this.variables, number, length); }
  get variables() { return Object.entries(this.environment).map(([name, value]) => `${name}=${value}`); }

  clock_time_get(which, _precision, target) {
    if (which !== REAL && which !== MONOTONIC) return INVALID;
    this.now += READING;
    this.view.setBigUint64(target, BigInt(this.now) + (which === REAL ? BEGINNING : 0n), true);
    return SUCCESS;
  }

  random_get(start, length) {
    if (length >>> 0 > PART) return INVALID;
    this.bytes(start, length).set(this.random(length));
    return SUCCESS;
  }

  sched_yield() { return SUCCESS; }
  proc_exit(status) { throw new Ended(status); }

  poll_oneoff(wanted, events, number, target) {
    if (number <= 0 || number > PART / SUBSCRIPTION) return INVALID;
    const waits = { clocks: [], bells: [], others: [] };
    for (let at = wanted; at < wanted + number * SUBSCRIPTION; at += SUBSCRIPTION) {
      const called = this.view.getBigUint64(at, true), kind = this.view.getUint8(at + 8);
      if (kind === CLOCK) waits.clocks.push({ called, kind, end: this.end(at + 16) });
      else (kind === READABLE ? waits.bells : waits.others).push({ called, kind });
    }
    const over = this.wait(waits);
    for (const [index, { called, kind }] of over.entries()) {
      const to = events + index * EVENT;
      this.bytes(to, EVENT).fill(0);
      this.view.setBigUint64(to, called, true);
      this.view.setUint8(to + 10, kind);
    }
    this.view.setUint32(target, over.length, true);
    return SUCCESS;
  }

  /** Return when a timer is over. */
  end(at) {
    const timeout = this.view.getBigUint64(at + 8, true);
    if (!(this.view.getUint16(at + 24, true) & IS_ABSOLUTE)) return this.now + Number(timeout);
    return Number(this.view.getUint32(at, true) === REAL ? timeout - BEGINNING : timeout);
  }

  /** Return what of all that is waited for is over; at least one is. */
  wait(waits) {
    if (waits.others.length === 0) this.now = Math.max(this.now, Math.min(...waits.clocks.map(one => one.end)));
    if (this.now > this.nanoseconds) throw new Ended();
    return this.over(waits, false);
  }

  said(descriptor, bytes) { if (this.written(descriptor, bytes)) throw new Ended(); }

  over({ clocks, bells, others }, hasRung) { return [...clocks.filter(one => one.end <= this.now), ...(hasRung ? bells : []), ...others]; }

  // Connections, of which there are none

  dial() { return -1; }
  write() { return -1; }
  read() { return -1; }
  shut() {}
  close() {}

  /** Do something with an open file, and return its number of an error. */
  with(descriptor, work) {
    const file = this.opened.get(descriptor);
    return file ? this.tried(() => work(file)) : BAD_FILE;
  }

  /** Do something with files of Python's, whose numbers of errors are those of WASI. */
  tried(work) {
    try {
      return work() ?? SUCCESS;
    } catch (error) {
      if (error?.errno === undefined) throw error;
      return error.errno || FAILED;
    }
  }

  /** Return where a path leads; null where that is outside of the folder. */
  place(start, length) {
    const steps = [];
    for (const step of this.text(start, length).split("/")) {
      if (step === "..") { if (steps.pop() === undefined) return null; } else if (step && step !== ".") steps.push(step);
    }
    return [this.folder, ...steps].join("/");
  }

  /** Do something with the place of a path. */
  at(start, length, work) {
    const path = this.place(start, length);
    return path === null ? FORBIDDEN : this.tried(() => work(path));
  }

  /** Go through the pieces of memory that a call names, until one is not used up. */
  pieces(list, number, target, work) {
    let total = 0;
    for (let index = 0; index < number; index++) {
      const piece = this.bytes(this.view.getUint32(list + index * 8, true), this.view.getUint32(list + index * 8 + 4, true));
      const moved = work(piece, total);
      total += moved;
      if (moved < piece.length) break;
    }
    this.view.setUint32(target, total, true);
  }

  fd_write(descriptor, list, number, target) {
    if (descriptor === 1 || descriptor === 2) {
      this.pieces(list, number, target, piece => { this.said(descriptor, piece.slice()); return piece.length; });
      return SUCCESS;
    }
    return this.with(descriptor, ({ stream }) => this.pieces(list, number, target, piece => this.files.write(stream, piece, 0, piece.length)));
  }

  fd_read(descriptor, list, number, target) {
    return this.with(descriptor, file => {
      if (file.isFolder) return IS_FOLDER;
      this.pieces(list, number, target, piece => this.files.read(file.stream, piece, 0, piece.length));
    });
  }

  fd_pwrite(descriptor, list, number, offset, target) {
    return this.with(descriptor, ({ stream }) => this.pieces(list, number, target, (piece, total) => this.files.write(stream, piece, 0, piece.length, Number(offset) + total)));
  }

  fd_pread(descriptor, list, number, offset, target) {
    return this.with(descriptor, ({ stream }) => this.pieces(list, number, target, (piece, total) => this.files.read(stream, piece, 0, piece.length, Number(offset) + total)));
  }

  fd_seek(descriptor, offset, whence, target) {
    return this.with(descriptor, ({ stream }) => { this.view.setBigUint64(target, BigInt(this.files.llseek(stream, Number(offset), whence)), true); });
  }

  fd_close(descriptor) {
    return this.with(descriptor, ({ stream }) => {
      if (stream) this.files.close(stream);
      this.opened.delete(descriptor);
    });
  }

  fd_sync(descriptor) { return this.with(descriptor, () => SUCCESS); }
  fd_fdstat_set_flags() { return SUCCESS; }
  fd_filestat_set_size(descriptor, size) { return this.with(descriptor, ({ path }) => { this.files.truncate(path, Number(size)); }); }

  fd_fdstat_get(descriptor, target) {
    const file = this.opened.get(descriptor);
    if (!file && descriptor >= FIRST) return BAD_FILE;
    this.bytes(target, 24).fill(0);
    this.view.setUint8(target, file ? (file.isFolder ? FOLDER : REGULAR) : CHARACTERS);
    this.view.setBigUint64(target + 8, 0x1fffffffn, true);
    this.view.setBigUint64(target + 16, 0x1fffffffn, true);
    return SUCCESS;
  }

  fd_filestat_get(descriptor, target) {
    if (descriptor < FIRST) return this.state(target, CHARACTERS, 0, 0);
    return this.with(descriptor, ({ path }) => this.stated(path, target));
  }

  path_filestat_get(_folder, _flags, start, length, target) { return this.at(start, length, path => this.stated(path, target)); }

  stated(path, target) {
    const { ino, mode, size } = this.files.stat(path);
    return this.state(target, this.files.isDir(mode) ? FOLDER : REGULAR, ino, size);
  }

  /** Write what is known of a file. */
  state(target, type, number, size) {
    this.bytes(target, 64).fill(0);
    this.view.setBigUint64(target + 8, BigInt(number), true);
    this.view.setUint8(target + 16, type);
    this.view.setBigUint64(target + 24, 1n, true);
    this.view.setBigUint64(target + 32, BigInt(size), true);
    return SUCCESS;
  }

  fd_prestat_get(descriptor, target) {
    if (descriptor !== FIRST) return BAD_FILE;
    this.view.setUint32(target, 0, true);
    this.view.setUint32(target + 4, new TextEncoder().encode(this.inside).length, true);
    return SUCCESS;
  }

  fd_prestat_dir_name(descriptor, start, length) {
    if (descriptor !== FIRST) return BAD_FILE;
    this.bytes(start, length).set(new TextEncoder().encode(this.inside));
    return SUCCESS;
  }

  path_open(_folder, _lookup, start, length, how, rights, _inherited, _flags, target) {
    return this.at(start, length, path => {
      const found = this.files.analyzePath(path), isFolder = found.exists && this.files.isDir(found.object.mode);
      if (!found.exists && !(how & CREATE)) return MISSING;
      if (found.exists && how & EXCLUSIVE) return EXISTS;
      if (isFolder && rights & WRITING) return IS_FOLDER;
      const mode = rights & WRITING ? (found.exists && !(how & EMPTY) ? "r+" : "w+") : "r";
      this.opened.set(++this.last, isFolder ? { path, isFolder } : { path, stream: this.files.open(path, mode) });
      this.view.setUint32(target, this.last, true);
    });
  }

  fd_readdir(descriptor, start, length, cookie, target) {
    return this.with(descriptor, ({ path }) => {
      const names = this.files.readdir(path).filter(name => name !== "." && name !== "..");
      const room = this.bytes(start, length);
      let used = 0;
      for (const [index, name] of names.entries()) {
        if (index < Number(cookie) || used === room.length) continue;
        const { ino, mode } = this.files.stat(`${path}/${name}`), letters = new TextEncoder().encode(name), entry = new Uint8Array(24 + letters.length), view = new DataView(entry.buffer);
        view.setBigUint64(0, BigInt(index + 1), true);
        view.setBigUint64(8, BigInt(ino), true);
        view.setUint32(16, letters.length, true);
        view.setUint8(20, this.files.isDir(mode) ? FOLDER : REGULAR);
        entry.set(letters, 24);
        room.set(entry.subarray(0, room.length - used), used);
        used += Math.min(entry.length, room.length - used);
      }
      this.view.setUint32(target, used, true);
    });
  }

  path_create_directory(_folder, start, length) { return this.at(start, length, path => { this.files.mkdir(path); }); }
  path_unlink_file(_folder, start, length) { return this.at(start, length, path => { this.files.unlink(path); }); }
  path_remove_directory(_folder, start, length) { return this.at(start, length, path => { this.files.rmdir(path); }); }
}

const TURN = 100_000; // Nanoseconds that a turn takes
const DESCRIBED = 40; // Bytes that describe a piece of them
const CONNECTIONS = 2000; // How many a program may have at a time

/** What a program runs on that takes turns with a trial. */
export class TrialMachine extends Machine {
  /**
   * `step(now, sent, shut, log, ended)` gives the trial what the program did, and returns what is for it: `LockstepTrial.step`. `live()` is
   * called before each turn.
   */
  constructor({ step, live, ...machine }) {
    super(machine);
    Object.assign(this, { step, live, until: 0, number: 0, connections: new Map(), hasRung: false, ...nothing() });
  }

  run(module, given) {
    const status = super.run(module, given);
    if (status !== undefined) this.exchange(status);
  }

  wait(waits) {
    const end = Math.min(...waits.clocks.map(one => one.end));
    for (;;) {
      const hasRung = this.hasRung && waits.bells.length > 0;
      if (hasRung) this.hasRung = false;
      const over = this.over(waits, hasRung);
      if (over.length > 0) return over;
      if (this.size > 0 || this.done.length > 0) {
        this.now += TURN;
        this.exchange();
      } else if (end <= this.until) {
        this.now = end;
      } else {
        this.now = Math.max(this.now, this.until);
        this.exchange();
      }
    }
  }

  /** Hand over what the program did, and take what there is for it. */
  exchange(ended) {
    const { now, sent, done, log: pieces } = this, log = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    pieces.reduce((at, piece) => { log.set(piece, at); return at + piece.length; }, 0);
    Object.assign(this, nothing());
    this.live();
    const [until, got, closed, isOver] = this.step(now, sent, done, log, ended);
    if (ended !== undefined) return;
    if (isOver) throw new Ended();
    this.until = until;
    for (const [number, bytes] of got) this.connections.get(number)?.unread.push(bytes);
    for (const number of closed) if (this.connections.has(number)) this.connections.get(number).hasEnded = true;
    this.hasRung ||= got.length + closed.length > 0;
  }

  /** Count bytes that are to be handed over, and what describes them; they are where there are many. */
  keep(length) {
    this.size += length + DESCRIBED;
    if (this.size <= PART) return;
    this.now += TURN;
    this.exchange();
  }

  fd_write(descriptor, list, number, target) {
    if (descriptor !== 1 && descriptor !== 2) return BAD_FILE;
    if (number < 0 || number > PART / VECTOR) return INVALID;
    let left = PART;
    for (let index = 0; index < number; index++) {
      const piece = this.bytes(this.view.getUint32(list + index * VECTOR, true), Math.min(left, this.view.getUint32(list + index * VECTOR + 4, true))).slice();
      this.said(descriptor, piece);
      left -= piece.length;
    }
    this.view.setUint32(target, PART - left, true);
    this.keep(PART - left);
    return SUCCESS;
  }

  said(_descriptor, bytes) { this.log.push(bytes); }
  isOpen(number) { return this.connections.get(number)?.hasEnded === false; }

  dial() {
    if (this.connections.size === CONNECTIONS) {
      this.keep(PART); // The trial sees how many there are
      return -1;
    }
    this.connections.set(++this.number, { unread: [], hasEnded: false });
    return this.number;
  }

  write(number, start, length) {
    if (!this.isOpen(number) || length < 0 || length > PART) return -1;
    this.sent.push([number, this.bytes(start, length).slice()]);
    this.keep(length);
    return length;
  }

  read(number, start, length) {
    const parts = this.connections.get(number)?.unread;
    if (!parts?.length) return this.isOpen(number) ? 0 : -1;
    const room = this.bytes(start, length);
    let used = 0;
    while (parts.length > 0 && used < room.length) {
      const piece = parts[0].subarray(0, room.length - used);
      room.set(piece, used);
      used += piece.length;
      if (piece.length === parts[0].length) parts.shift(); else parts[0] = parts[0].subarray(piece.length);
    }
    return used;
  }

  shut(number) {
    if (!this.isOpen(number)) return;
    this.done.push(number);
    this.keep(0);
  }

  close(number) { this.connections.delete(number); }

  // Its folder is only read

  path_open(folder, lookup, start, length, how, rights, ...more) {
    return how & CREATE || rights & WRITING ? FORBIDDEN : super.path_open(folder, lookup, start, length, how, rights, ...more);
  }

  path_create_directory() { return FORBIDDEN; }
  path_unlink_file() { return FORBIDDEN; }
  path_remove_directory() { return FORBIDDEN; }
}

/** Return what a program has done that has done nothing. */
function nothing() { return { sent: [], done: [], log: [], size: 0 }; }
