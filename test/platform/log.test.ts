import { describe, expect, test } from 'vitest';
import { createLogger, describeError } from '../../shared/platform/log.ts';

/** Logs one message at each level with a logger that has this threshold. Returns the parsed log lines. */
function written(threshold: Parameters<typeof createLogger>[2]) {
  const lines: string[] = [];
  const log = createLogger({ request_id: 'request-1' }, (line) => lines.push(line), threshold);
  for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level](`at ${level}`, { count: 1 });
  return lines.map((line) => JSON.parse(line));
}

describe('a line of the logger', () => {
  test('a log line is one JSON object with the level, the time, the message and all fields', () => {
    const [line] = written('error');
    expect(line).toEqual({
      level: 'error',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      message: 'at error',
      request_id: 'request-1',
      count: 1,
    });
  });

  test('a log entry is one line even if its texts contain line breaks', () => {
    const lines: string[] = [];
    createLogger({}, (line) => lines.push(line), 'info').info('first\nsecond', { text: 'a\r\nb' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[\r\n]/);
  });

  test.each([
    ['debug', 4],
    ['info', 3],
    ['warn', 2],
    ['error', 1],
    ['silent', 0],
  ] as const)('the logger with the threshold %s writes lines from that level up', (threshold, count) => {
    expect(written(threshold)).toHaveLength(count);
  });
});

describe('an error in a log line', () => {
  test('a logged error has the name, message and stack of the error and of its causes', () => {
    const inner = new TypeError('inner');
    const outer = new Error('outer', { cause: inner });
    expect(describeError(outer)).toEqual({
      error: 'Error',
      error_message: 'outer',
      stack: outer.stack,
      cause: { error: 'TypeError', error_message: 'inner', stack: inner.stack },
    });
  });

  test.each([
    ['a text', 'a text'],
    [undefined, 'undefined'],
    [null, '[object Null]'],
    [{ token: 'secret' }, '[object Object]'],
  ])('a thrown value that is not an Error (%j) is logged without its contents', (thrown, error) => {
    expect(describeError(thrown)).toEqual({ error });
  });
});
