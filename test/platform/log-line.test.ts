import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLocalLog } from '../../infra/emulator/log.ts';
import { buildCredentialText } from '../../shared/access/domain/credential.ts';
import { createChallengeMessage } from '../../shared/accounts/domain/challenge-message.ts';
import { buildSignInPurpose } from '../../shared/accounts/domain/message-purposes.ts';
import { formatLogLine } from '../../shared/platform/log-line.ts';
import { at } from '../support/at.ts';
import { anyCharacter } from '../support/characters.ts';

const LINE_MAX_BYTES = 2_000;

const key = buildCredentialText('api_key', 'test', new Uint8Array(32).fill(7));
const session = buildCredentialText('session', 'live', new Uint8Array(32).fill(7));
const { nonce } = createChallengeMessage(
  'secret',
  buildSignInPurpose('https://app.example.com/login'),
  { address: `0x${'5a'.repeat(20)}`, chainId: 1, issuedAt: 1_800_000_000 },
  new Uint8Array(20).fill(9),
);
const SECRETS = {
  'an API key': key,
  'a session': session,
  'a key as an address writes it': key.replaceAll('_', '%5F'),
  'a webhook secret': 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'a signature': `0x${'a1'.repeat(65)}`,
  'a sign-in nonce': nonce,
};
const PRECEDING_TEXTS = [
  '',
  '\n',
  '\t',
  '\r',
  '\u0000',
  '"',
  '\\',
  '\\n',
  '%20',
  '_',
  'x',
  'n',
  'key=',
  'x'.repeat(60),
];

describe.each(Object.entries(SECRETS))('a log line that contains %s', (_, secret) => {
  test('the log line shows [redacted] in place of the secret', () => {
    for (const before of PRECEDING_TEXTS) {
      const text = `${before}${secret}`;
      for (const line of [
        formatLogLine({ text }),
        formatLogLine({ [text]: 1 }),
        formatLogLine({ deep: [{ text }] }),
      ]) {
        expect(line, before).toContain('[redacted]');
        expect(line, before).not.toContain(secret.slice(4, -4));
        expect(() => JSON.parse(line)).not.toThrow();
      }
    }
  });
});

test('public hashes, addresses and ids are logged unchanged', () => {
  const fields = {
    hash: `0x${'0aF3'.repeat(16)}`,
    digest: 'c0ffee'.repeat(11),
    address: `0x${'5A5b'.repeat(10)}`,
    request_id: '4KBNVRGD25RG1KEO9UT4V3FQDJVV4KQNSO5AEMVJF66Q9ASUAAJG',
    text: 'line\nof\t"text" \\ and \u0001',
  };
  expect(JSON.parse(formatLogLine(fields))).toEqual(fields);
});

describe('the size limit of a log line, 2,000 bytes', () => {
  test('a log line with multi-byte characters does not exceed the limit', () => {
    const line = formatLogLine({ level: 'info', message: 'é漢😀'.repeat(400) });
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LINE_MAX_BYTES);
    expect(JSON.parse(line)).toMatchObject({ message: expect.stringMatching(/^é漢😀/) });
  });

  test('a log line with too many fields states how many fields it leaves out', () => {
    const fields = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`field_${i}`, 'x'.repeat(40)]));
    const line = formatLogLine({ level: 'info', message: 'many', ...fields });
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LINE_MAX_BYTES);
    const parsed = Object(JSON.parse(line));
    expect(parsed).toMatchObject({ level: 'info', message: 'many', field_0: 'x'.repeat(40) });
    expect(Object.keys(parsed).length - 1 + Number(at(parsed, 'omitted_fields'))).toBe(202);
  });

  test('a log line with any fields is JSON within the limit', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue(), { maxKeys: 8 }),
        (fields) => {
          const many = { ...fields, list: Array(50).fill(fields), text: JSON.stringify(fields).repeat(20) };
          const line = formatLogLine(many);
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LINE_MAX_BYTES);
          expect(line).not.toContain('\n');
          expect(() => JSON.parse(line)).not.toThrow();
        },
      ),
      { numRuns: 60 },
    );
  });
});

test('the local gateway removes secrets from its log lines and limits their size, as deployed functions do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-line-'));
  try {
    const file = join(folder, 'service.log');
    createLocalLog(file)('failed', { error: `at\n${key} ${'x'.repeat(5_000)}` });
    const line = readFileSync(file, 'utf8');
    expect(line).not.toContain(key.slice(0, 20));
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LINE_MAX_BYTES + 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
