import { createServer, type Socket } from 'node:net';

/** Handles a connection after the first bytes of the request have arrived. */
type Behaviour = (socket: Socket) => void;

const ANSWER_201 = 'HTTP/1.1 201 Created\r\n';

/**
 * Writes the same bytes repeatedly until the socket is closed. Starts each write after the previous write is complete.
 */
function flood(socket: Socket, bytes: string): void {
  const more = () => socket.writable && socket.write(bytes, () => setImmediate(more));
  more();
}

function trickle(socket: Socket, bytes: string, pauseMs: number): void {
  const timer = setInterval(() => socket.writable && socket.write(bytes), pauseMs);
  socket.on('close', () => clearInterval(timer));
}

/** Ways in which a receiver can end a connection or keep it open, with the expected outcome of the attempt. */
export const HOSTILE_RECEIVERS: Readonly<
  Record<
    string,
    { readonly behave: Behaviour; readonly outcome: { readonly status?: number; readonly failure?: string } }
  >
> = {
  'switches to another protocol (101) and stays connected': {
    behave: (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
    outcome: { status: 101 },
  },
  'answers 101 without a protocol': {
    behave: (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    outcome: { status: 101 },
  },
  'closes the connection without an answer': {
    behave: (socket) => socket.end(),
    outcome: { failure: 'connection_failed' },
  },
  'resets the connection': {
    behave: (socket) => socket.resetAndDestroy(),
    outcome: { failure: 'connection_failed' },
  },
  'resets the connection in the middle of its body': {
    behave: (socket) =>
      socket.write(`${ANSWER_201}Content-Length: 9\r\n\r\nhalf`, () => socket.resetAndDestroy()),
    outcome: { failure: 'connection_failed' },
  },
  'never answers': { behave: () => undefined, outcome: { failure: 'timed_out' } },
  'floods interim answers (1xx)': {
    behave: (socket) => flood(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(20)),
    outcome: { failure: 'answer_malformed' },
  },
  'sends interim answers (1xx) slowly': {
    behave: (socket) => trickle(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 60),
    outcome: { failure: 'timed_out' },
  },
  'floods headers': {
    behave: (socket) => {
      socket.write(ANSWER_201);
      flood(socket, `x-header: ${'a'.repeat(500)}\r\n`);
    },
    outcome: { failure: 'answer_malformed' },
  },
  'sends headers slowly and never ends them': {
    behave: (socket) => {
      socket.write(ANSWER_201);
      trickle(socket, 'x: a\r\n', 20);
    },
    outcome: { failure: 'timed_out' },
  },
  'sends its body byte by byte and never ends it': {
    behave: (socket) => {
      socket.write(`${ANSWER_201}Content-Length: 1000\r\n\r\n`);
      trickle(socket, 'a', 20);
    },
    outcome: { failure: 'timed_out' },
  },
};

/** Returns the deadline of an attempt in milliseconds. It is short only if the attempt should reach it. */
export const chooseTimeoutMs = ({ failure }: { readonly failure?: string }) =>
  failure === 'timed_out' ? 300 : 10_000;

/** Starts a TCP receiver on this machine. */
export async function startHostileReceiver(behave: Behaviour) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => behave(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The receiver has no port');
  return {
    url: `http://127.0.0.1:${bound.port}/`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
