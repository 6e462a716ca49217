import { expect, test } from 'vitest';
import { findings, findLongSentenceAverage, readAvoidedWords } from './rules.ts';
import { extractMarkdownTexts, extractSourceTexts } from './texts.ts';

const words = (count: number) => `${Array.from({ length: count }, () => 'Word').join(' ')}.`;
const check = (file: string, source: string) =>
  findings(
    /md$/.test(file) ? extractMarkdownTexts(file, source) : extractSourceTexts(file, source),
    readAvoidedWords(),
  );

const PLANTED_MISTAKES: readonly (readonly [name: string, file: string, source: string, finding: RegExp])[] =
  [
    ['a paragraph', 'a.md', `# Title\n\n${words(36)}\n`, /^a\.md:3 36 words, at most 35/],
    ['a list item', 'a.md', `- One.\n- The doorbell rings.\n`, /^a\.md:1 "doorbell": write "queue message"/],
    [
      'a table cell',
      'a.md',
      `| A | B |\n|---|---|\n| 1 | Least deposit |\n`,
      /"least deposit": write "minimum deposit"/,
    ],
    [
      'an error message',
      'a.ts',
      `const a = {\n  message: 'No room in the books.' };`,
      /^a\.ts:2 "books": write "ledger"/,
    ],
    ['a template', 'a.ts', `const a = \`Counts \${b} anew.\`;`, /"anew": write "again"/],
    ['a sum of strings', 'a.ts', `const a = 'one ${words(19).slice(0, -1)} ' + '${words(16)}';`, /36 words/],
    ['an element', 'a.tsx', `const a = <p>\n  What may be <b>expected</b>\n</p>;`, /"what may be expected"/],
    [
      'an attribute',
      'a.tsx',
      `const a = <i title="Risk taken apart" />;`,
      /"risk taken apart": write "risk breakdown"/,
    ],
  ];

test.each(PLANTED_MISTAKES)('the prose check finds a mistake in %s', (_name, file, source, finding) => {
  expect(check(file, source)[0]).toMatch(finding);
});

test('the prose check accepts sentences at the length limit', () => {
  expect(check('a.md', `${words(35)} \`the books\`\n\n~~~sh\nwhoever ${words(40)}\n~~~\n`)).toEqual([]);
  expect(check('a.ts', `// Whoever looks anew.\nconst a = 'book';`)).toEqual([]);
});

test('the prose check rejects words that the glossary replaces', () => {
  const [found] = findings(
    [{ file: 'a', line: 1, text: 'a secret phrase here' }],
    readAvoidedWords('| key | A key. | secret phrase |'),
  );
  expect(found).toBe('a:1 "secret phrase": write "key"');
});

test('the prose check rejects a document whose sentences have an average of 18 words or more', () => {
  const document = (count: number) => [{ file: 'a.md', line: 1, text: `${words(count)} ${words(count)}` }];
  expect(findLongSentenceAverage(document(17))).toEqual([]);
  expect(findLongSentenceAverage(document(18))).toEqual([
    'a.md 18.0 words per sentence on average, fewer than 18 are allowed',
  ]);
});
