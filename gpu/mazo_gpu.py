"""Games of Mazo on a graphics card, from Python; see README.md.

Arrays are PyTorch's or CuPy's on the card, whichever is there, and are handed out without a copy;
without a card they are NumPy's, and the same kernels run on the processor.

    import mazo_gpu
    games = mazo_gpu.Env(65536, 'oficial', seats=4)
    while True:
        games.step(choose(games.observations, games.ids, games.counts))

Run as a program it measures: python3 gpu/mazo_gpu.py --help
"""
import argparse
import ctypes
import json
import pathlib
import sys
import time

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
MASK_WORDS, IDS_MAX = 4, 128
WARP = 32  # threads that run in step: only whole ones
TALLY = np.dtype([('rounds', 'u8'), ('decisions', 'u8'), ('given_up', 'u8'), ('hash', 'u8'), ('won', 'u4', 10)])
INPUTS, HIDDEN, ACTIONS = 320, 32, 256
POLICY = np.dtype([('bias', 'i2', HIDDEN), ('input', 'i2', (INPUTS, HIDDEN)), ('action', 'i2', (ACTIONS, HIDDEN)),
                   ('offset', 'i4', ACTIONS), ('noise', 'i4')])
OPTIONS = np.dtype([('match', '?'), ('others', '?'), ('write', '?'), ('reward', 'u1'), ('limit', 'u4')])
OUT = ('observations', 'observation_stride', 'masks', 'ids', 'counts', 'seats', 'rewards', 'done')


class Processor:
    """Runs the kernels of libmazo_gpu.so; arrays are NumPy's."""
    name = 'cpu'

    def __init__(self, library):
        self.library = library

    def zeros(self, shape, dtype):
        return np.zeros(shape, dtype)

    def of(self, array):
        return np.ascontiguousarray(array)

    def to_numpy(self, array):
        return array

    def address(self, array):
        return array.ctypes.data

    def run(self, kernel, threads, *arguments):
        function = getattr(self.library, 'host_' + kernel)
        function.restype = None
        function(ctypes.c_uint32(threads), *arguments)

    def wait(self):
        pass


class Card:
    """Runs mazo.ptx on a card by NVIDIA's driver; arrays are those of PyTorch or CuPy, or NumPy's in memory that
    the card shares."""

    def __init__(self, folder, registers):
        self.driver = ctypes.CDLL('libcuda.so.1')
        device, self.context, self.module = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p()
        self.torch = self.cupy = None
        for package in ('torch', 'cupy'):
            try:
                setattr(self, package, __import__(package))
                break
            except ImportError:
                pass
        self.call('cuInit', 0)
        self.call('cuDeviceGet', ctypes.byref(device), 0)
        self.call('cuDevicePrimaryCtxRetain', ctypes.byref(self.context), device)
        self.call('cuCtxSetCurrent', self.context)
        text = (folder / 'mazo.ptx').read_bytes() + b'\0'
        keys, values = (ctypes.c_int * 1)(0), (ctypes.c_void_p * 1)(registers)  # 0: the most registers of a thread
        self.call('cuModuleLoadDataEx', ctypes.byref(self.module), text, 1 if registers else 0, keys, values)
        name = ctypes.create_string_buffer(100)
        self.call('cuDeviceGetName', name, 100, device)
        self.name = name.value.decode()

    def call(self, function, *arguments):
        status = getattr(self.driver, function)(*arguments)
        if status:
            why = ctypes.c_char_p()
            self.driver.cuGetErrorString(status, ctypes.byref(why))
            raise RuntimeError(f'{function}: {(why.value or b"").decode()} ({status})')

    def zeros(self, shape, dtype):
        dtype = np.dtype(dtype)
        if self.torch:
            return self.torch.zeros(shape, dtype=getattr(self.torch, dtype.name), device='cuda')
        if self.cupy:
            return self.cupy.zeros(shape, dtype)
        address, count = ctypes.c_void_p(), int(np.prod(shape))
        self.call('cuMemAllocManaged', ctypes.byref(address), ctypes.c_size_t(count * dtype.itemsize), 1)
        memory = (ctypes.c_char * (count * dtype.itemsize)).from_address(address.value)
        array = np.frombuffer(memory, dtype).reshape(shape)
        array[...] = 0
        return array

    def of(self, array):
        """A copy on the card of an array of bytes."""
        array = np.ascontiguousarray(array).view(np.uint8)
        there = self.zeros(array.shape, np.uint8)
        if self.torch:
            there.copy_(self.torch.from_numpy(array))
        elif self.cupy:
            there.set(array)
        else:
            there[...] = array
        return there

    def to_numpy(self, array):
        self.wait()
        return array.cpu().numpy() if self.torch else array.get() if self.cupy else array

    def address(self, array):
        return array.data_ptr() if self.torch else array.data.ptr if self.cupy else array.ctypes.data

    def stream(self):
        if self.torch:
            return self.torch.cuda.current_stream().cuda_stream
        return self.cupy.cuda.get_current_stream().ptr if self.cupy else 0

    def run(self, kernel, threads, *arguments):
        function = ctypes.c_void_p()
        self.call('cuModuleGetFunction', ctypes.byref(function), self.module, b'mazo_gpu_' + kernel.encode())
        places = (ctypes.c_void_p * len(arguments))(*[ctypes.addressof(a) for a in arguments])
        self.call('cuLaunchKernel', function, -(-threads // WARP), 1, 1, WARP, 1, 1, 0,
                  ctypes.c_void_p(self.stream()), places, None)

    def wait(self):
        self.call('cuCtxSynchronize')


class Games:
    """The kernels, on the card if there is one. `device` asks for 'cuda' or 'cpu'."""

    def __init__(self, folder=None, device=None, registers=0):
        folder = pathlib.Path(folder or HERE.parent / 'build' / 'gpu')
        if not (folder / 'libmazo_gpu.so').exists():
            raise RuntimeError(f'{folder} has no kernels; gpu/build makes them')
        self.library = ctypes.CDLL(str(folder / 'libmazo_gpu.so'))
        self.library.host_size.restype = ctypes.c_size_t
        self.library.host_fault.restype = ctypes.c_char_p
        for name, dtype in (('tally', TALLY), ('policy', POLICY), ('options', OPTIONS)):
            assert self.size(name) == dtype.itemsize, name
        self.machine = None
        if device != 'cpu' and (folder / 'mazo.ptx').exists():
            try:
                self.machine = Card(folder, registers)
            except (OSError, RuntimeError):
                if device == 'cuda':
                    raise
        elif device == 'cuda':
            raise RuntimeError(f'{folder} has no mazo.ptx; gpu/build says what it needs')
        self.machine = self.machine or Processor(self.library)

    def size(self, name):
        return self.library.host_size(name.encode())

    def job(self, sheet, seats, house=None, rounds=1, first=0, together=(24, 4), longest=0):
        """The bytes of a struct mazo_gpu_job."""
        job = np.zeros(self.size('job'), np.uint8)
        address = ctypes.c_void_p(job.ctypes.data)
        if not self.library.host_job(address, sheet.encode(), seats, ctypes.c_uint32(rounds), ctypes.c_uint64(first)):
            raise ValueError(f'unknown sheet: {sheet}')
        for rule, value in (house or {}).items():
            if not self.library.host_rule(address, rule.encode(), ctypes.c_uint32(int(value))):
                raise ValueError(f'{rule}: {value}')
        fault = self.library.host_fault(address)
        if fault:
            raise ValueError(fault.decode())
        self.library.host_tune(address, *together, ctypes.c_uint32(longest))
        return job

    def pointer(self, array):
        return ctypes.c_void_p(self.machine.address(array) if array is not None else None)

    def play(self, sheet, seats, threads, rounds, policies=None, **options):
        """Plays this many rounds in each thread, at random or by policies (an array of POLICY; seat s by the
        s-th, counted around). Returns a row of TALLY for each thread."""
        machine = self.machine
        job = machine.of(self.job(sheet, seats, rounds=rounds, **options))
        tallies = machine.zeros(-(-threads // WARP) * WARP * TALLY.itemsize, np.uint8)
        arguments = [self.pointer(job)]
        kernel = 'play'
        if policies is not None:
            kernel = 'play_policy'
            there = machine.of(np.atleast_1d(policies).view(np.uint8))
            arguments += [self.pointer(there), ctypes.c_int32(np.atleast_1d(policies).shape[0])]
        machine.run(kernel, threads, *arguments, self.pointer(tallies))
        return machine.to_numpy(tallies).view(TALLY)[:threads]


class Env:
    """Many games that stay where they are. After each step the arrays tell of the seat that is asked: observations,
    ids and counts (the legal actions), masks if asked for, seats, and of the step: rewards (a column for each seat)
    and done. The next step overwrites them."""

    def __init__(self, count, sheet, seats, games=None, house=None, seed=0, masks=False, **options):
        self.games = games or Games()
        self.count = count
        machine, library = self.games.machine, self.games.library
        job = self.games.job(sheet, seats, house, first=seed)
        stride = -(-library.host_observation_size(ctypes.c_void_p(job.ctypes.data)) // 8) * 8
        self.observations = machine.zeros((count, stride), np.uint8)
        self.masks = machine.zeros((count, MASK_WORDS), np.int64) if masks else None
        self.ids = machine.zeros((count, IDS_MAX), np.uint8)
        self.counts, self.seats, self.done = (machine.zeros((count,), np.uint8) for _ in range(3))
        self.rewards = machine.zeros((count, seats), np.float32)
        self._wrong = machine.zeros((count,), np.int32)
        out = np.zeros(8, np.uint64)
        for i, name in enumerate(OUT):
            array = getattr(self, name, None)
            out[i] = stride if name == 'observation_stride' else self.games.pointer(array).value or 0
        wanted = np.zeros(1, OPTIONS)
        for name, value in options.items():
            wanted[name] = value
        self._envs = machine.zeros((count * self.games.size('env'),), np.uint8)
        self._out, job = machine.of(out), machine.of(job)
        options = machine.of(wanted.view(np.uint8))
        machine.run('start', count, self.games.pointer(job), self.games.pointer(options),
                    self.games.pointer(self._envs), ctypes.c_int32(count))
        self.step(None)
        machine.wait()

    def step(self, actions):
        """One action (a byte) per game. Does not wait: the card goes on in its stream."""
        self.games.machine.run('step', self.count, self.games.pointer(self._envs), ctypes.c_int32(self.count),
                               self.games.pointer(actions), self.games.pointer(self._out),
                               self.games.pointer(self._wrong))

    @property
    def wrong(self):
        """1 for each game whose last action was not legal; it has not moved."""
        return self._wrong


def random_policy(seed, noise=256, scale=40):
    """A network of random weights."""
    rng = np.random.default_rng(seed)
    policy = np.zeros(1, POLICY)
    for name in ('bias', 'input', 'action'):
        policy[name] = rng.integers(-scale, scale + 1, policy[name].shape)
    policy['noise'] = noise
    return policy


def total(tallies):
    words = [int(word) for word in np.bitwise_xor.reduce(tallies['hash'].reshape(1, -1), axis=1)]
    return {'rounds': int(tallies['rounds'].sum()), 'decisions': int(tallies['decisions'].sum()),
            'given_up': int(tallies['given_up'].sum()), 'hash': words[0],
            'won': [int(n) for n in tallies['won'].sum(axis=0)]}


def main():
    parser = argparse.ArgumentParser(description='Plays rounds and says how many there were in a second.')
    parser.add_argument('--folder', help='where gpu/build has put the kernels (build/gpu)')
    parser.add_argument('--device', choices=['cuda', 'cpu'])
    parser.add_argument('--rules', default='oficial')
    parser.add_argument('--seats', type=int, default=4)
    parser.add_argument('--threads', type=int, default=42240)
    parser.add_argument('--rounds', type=int, default=20, help='of each thread')
    parser.add_argument('--seed', type=int, default=0, help='the number of the first game')
    parser.add_argument('--together', type=int, nargs=2, default=(24, 4), metavar=('DEAL', 'ANSWER'),
                        help='threads of a warp that deal, or answer seldom questions, together (24 4)')
    parser.add_argument('--longest', type=int, default=1000, help='decisions of a round by policies')
    parser.add_argument('--registers', type=int, default=0, help='the most for a thread; 0: as the driver likes')
    parser.add_argument('--policy', action='store_true', help='a network of random weights plays')
    parser.add_argument('--repeat', type=int, default=1)
    given = parser.parse_args()
    try:
        games = Games(given.folder, given.device, given.registers)
        for _ in range(given.repeat):
            start = time.perf_counter()
            tallies = games.play(given.rules, given.seats, given.threads, given.rounds,
                                 random_policy(1) if given.policy else None, first=given.seed,
                                 together=given.together, longest=given.longest if given.policy else 0)
            seconds = time.perf_counter() - start
            result = total(tallies)
            result.update(machine=games.machine.name, seconds=round(seconds, 4),
                          million_rounds=round(result['rounds'] / seconds / 1e6, 3),
                          million_decisions=round(result['decisions'] / seconds / 1e6, 1))
            print(json.dumps(result), flush=True)
    except (RuntimeError, ValueError) as error:
        print(f'mazo_gpu: {error}', file=sys.stderr)
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
