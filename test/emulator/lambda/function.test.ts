import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type InvocationResult, LocalFunction } from '../../../infra/emulator/lambda/function.ts';

const SOURCE = `let calls = 0;
export const handler = async (event, context) => {
  calls += 1;
  if (event.log) { console.log(event.log); process.stderr.write('to stderr\\n'); }
  if (event.remaining) return context.getRemainingTimeInMillis();
  if (event.wait) await new Promise((resolve) => setTimeout(resolve, event.wait));
  if (event.hang) await new Promise(() => {});
  if (event.spin) for (;;);
  if (event.work) for (const end = performance.now() + event.work; performance.now() < end; );
  if (event.exit) process.exit(7);
  if (event.reject) { Promise.reject(new Error('unhandled')); await new Promise(() => {}); }
  if (event.exhaust) { const kept = []; for (;;) kept.push(new Array(1e6).fill(kept.length)); }
  if (event.throw) { const error = new TypeError('told'); throw error; }
  if (event.big) return 10n;
  if (event.body) return { statusCode: 200, body: event.body, dropped: undefined };
  return { calls, event };
};
export const notAFunction = 1;`;

let folder: string;
let failures: InvocationResult[];
const started: LocalFunction[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'function-'));
  writeFileSync(join(folder, 'index.mjs'), SOURCE);
  failures = [];
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((local) => local.stop()));
  rmSync(folder, { recursive: true });
});

function make(
  options: { handler?: string; file?: string; timeoutMs?: number; toldMs?: number; memoryMb?: number } = {},
) {
  const local = new LocalFunction({
    file: join(folder, options.file ?? 'index.mjs'),
    handler: options.handler ?? 'handler',
    functionName: 'test',
    functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:test',
    memoryMb: options.memoryMb ?? 128,
    timeoutMs: options.timeoutMs ?? 5000,
    ...(options.toldMs !== undefined && { reportedTimeoutMs: options.toldMs }),
    logFile: join(folder, 'log'),
    environment: { ONLY: 'this' },
    onFailure: (result) => failures.push(result),
  });
  started.push(local);
  return (event: object) => local.invoke(JSON.stringify(event));
}

test('all invocations of a function run in the same execution environment as long as no invocation fails', async () => {
  const invoke = make();
  expect(await invoke({ a: 1 })).toEqual({ kind: 'returned', value: { calls: 1, event: { a: 1 } } });
  expect(await invoke({ a: 2 })).toEqual({ kind: 'returned', value: { calls: 2, event: { a: 2 } } });
});

test('concurrent invocations do not wait for each other', async () => {
  const invoke = make();
  const results = await Promise.all([invoke({ wait: 300 }), invoke({})]);
  expect(results.map(({ kind }) => kind)).toEqual(['returned', 'returned']);
  // The second invocation returns while the first one waits. Its count is 2, because both invocations have started.
  expect(results[1]).toMatchObject({ value: { calls: 2 } });
});

test('the time that an invocation waits for other invocations does not count towards its time limit', async () => {
  const invoke = make({ timeoutMs: 2_800 });
  // All invocations together need three seconds of work on one thread, which is longer than the time limit. At most 50
  // run concurrently, so each takes about half a second.
  const results = await Promise.all(Array.from({ length: 300 }, () => invoke({ work: 10 })));
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['returned']));
});

test('all running and waiting invocations end as crashed when their execution environment crashes', async () => {
  const invoke = make();
  const running = [
    invoke({ wait: 300, exit: true }),
    ...Array.from({ length: 49 }, () => invoke({ hang: true })),
  ];
  const waiting = Array.from({ length: 10 }, () => invoke({}));
  const results = await Promise.all([...running, ...waiting]);
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['crashed']));
});

test('the result of a function is converted to JSON, even with a long body', async () => {
  const invoke = make();
  const body = `"quoted"\n${'é'.repeat(100_000)}`;
  expect(await invoke({ body })).toEqual({ kind: 'returned', value: { statusCode: 200, body } });
  expect(await invoke({ big: true })).toMatchObject({ kind: 'threw', errorType: 'TypeError' });
});

test.each([
  [
    'an actual time-out of 120 seconds and a reported time-out of 60 seconds',
    { timeoutMs: 120_000, toldMs: 60_000 },
  ],
  ['a time-out of 60 seconds', { timeoutMs: 60_000 }],
])('getRemainingTimeInMillis returns at most 60,000 ms for a function with %s', async (_, options) => {
  const result = await make(options)({ remaining: true });
  const remainingMs = result.kind === 'returned' ? Number(result.value) : Number.NaN;
  expect(remainingMs).toBeGreaterThan(0);
  expect(remainingMs).toBeLessThanOrEqual(60_000);
});

test('an error of the handler is reported with its type and message', async () => {
  const invoke = make();
  expect(await invoke({ throw: true })).toEqual({ kind: 'threw', errorType: 'TypeError', message: 'told' });
  expect(await invoke({})).toMatchObject({ value: { calls: 2 } });
});

test('the log has all output of an invocation when the invocation ends', async () => {
  await make()({ log: 'a line' });
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('a line\nto stderr\n');
});

describe('a new execution environment after a failure', () => {
  test.each([
    ['the end of the process', { exit: true }, 'crashed'],
    ['an unhandled rejection', { reject: true }, 'crashed'],
    ['more memory than the function has', { exhaust: true }, 'crashed'],
    ['a handler that never answers', { hang: true }, 'timed_out'],
    ['a handler that never yields', { spin: true }, 'timed_out'],
  ])('a new execution environment replaces the old one after %s', async (_, event, kind) => {
    const invoke = make({ timeoutMs: kind === 'timed_out' ? 200 : 20_000, memoryMb: 64 });
    await invoke({});
    expect((await invoke(event)).kind).toBe(kind);
    expect(failures.map((failure) => failure.kind)).toEqual([kind]);
    expect(await invoke({})).toMatchObject({ value: { calls: 1 } });
  });
});

test('after a time-out of one invocation, other invocations in the same execution environment can finish', async () => {
  const invoke = make({ timeoutMs: 1000 });
  await invoke({});
  const hanging = invoke({ hang: true });
  const late = new Promise((resolve) => setTimeout(resolve, 500)).then(() => invoke({ wait: 600 }));
  expect((await hanging).kind).toBe('timed_out');
  expect(await late).toMatchObject({ kind: 'returned' });
});

describe('a function that cannot be loaded', () => {
  test.each([
    ['in a missing file', { file: 'none.mjs' }, /none\.mjs/],
    ['a missing export', { handler: 'missing' }, /missing is not an exported function/],
    ['an export that is not a function', { handler: 'notAFunction' }, /notAFunction is not/],
  ])(
    'an invocation fails with an error message when the configured handler is %s',
    async (_, options, message) => {
      const invoke = make(options);
      const results = await Promise.all([invoke({}), invoke({})]);
      for (const result of results) {
        expect(result).toMatchObject({ kind: 'threw', message: expect.stringMatching(message) });
      }
    },
  );
});

test('an invocation of a stopped function returns the outcome "crashed" and starts no process', async () => {
  const invoke = make();
  await started[0]?.stop();
  expect(await invoke({})).toEqual({ kind: 'crashed', message: 'The function was stopped' });
});
