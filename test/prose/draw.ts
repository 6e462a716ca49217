import { parseArgs } from 'node:util';
import { describeOptionError } from '../../infra/cli/option-mistake.ts';
import { ERRORS } from '../../shared/platform/contract/errors.ts';
import { createRandomGenerator } from '../support/random.ts';
import {
  extractMarkdownTexts,
  extractSourceTexts,
  markdownFiles,
  read,
  sourceFiles,
  type Text,
} from './texts.ts';

const HELP = `Draws 60 texts for a reader who judges how clear they are: 12 each of error messages, README and guides,
docs/api.md and docs/architecture.md, dashboard strings, and command output. The same seed draws the same texts.

Usage: node test/prose/draw.ts --seed N`;

const TEXTS_PER_KIND = 12;
/** Smallest number of words. Shorter texts are labels, which cannot be judged alone. */
const WORDS_MIN = 4;
/** Matches code, commands, usage lines, log queries and images, which are not prose. */
const NON_PROSE_PATTERN =
  /=>|[;{] *$|^import |https?:\S+\{|^Usage: |^\s*(curl|export|git|npm|npx|sam|claude) \S|^fields @|\| filter |^data:/m;
/** Number of source lines that the reader sees before and after each text. */
const LINES_AROUND = 3;
const CONTEXT_MAX_LENGTH = 700;

const from = (start: RegExp) =>
  sourceFiles()
    .filter((file) => start.test(file))
    .flatMap((file) => extractSourceTexts(file));
/**
 * Returns whether a table row contains data. In a data row, each cell follows the name of its column and a colon. The
 * header row contains only the names, so it does not count as a text.
 */
const isDataRow = (row: string) => row.includes(': ');
const documents = (path: RegExp) =>
  markdownFiles()
    .filter((file) => path.test(file))
    .flatMap((file) => extractMarkdownTexts(file))
    .flatMap(({ row, ...text }) =>
      row === undefined ? [text] : isDataRow(row) ? [{ ...text, text: row }] : [],
    );

/** Returns the messages of the error table, of the validation rules, and of the use cases. */
function listErrorMessages(): Text[] {
  const file = 'shared/platform/contract/errors.ts';
  const table = Object.entries(ERRORS).map(([code, { message }]) => ({
    file: `${file} (${code})`,
    line: 0,
    text: message,
  }));
  const own = from(/^shared\/(?!platform\/documents)(?!.*(documentation|responses|errors)\.ts$)/);
  return [
    ...table,
    ...own.filter(({ text }) => /^(must|is|has|send|unknown) /.test(text)),
    ...own.filter((each) => /^[A-Z].*\.$/.test(each.text) && read(each.file).includes('ApiError')),
  ];
}

const KINDS: Readonly<Record<string, () => readonly Text[]>> = {
  'Error messages': listErrorMessages,
  'README and guides': () => documents(/^(README\.md|docs\/guides\/)/),
  'docs/api.md and docs/architecture.md': () => documents(/^docs\/(api|architecture)\.md$/),
  'Dashboard strings': () => from(/^clients\/dashboard\//),
  'Command output': () =>
    from(/^infra\/cli\/(?!generate\/.)/).flatMap((each) =>
      each.text.split(/\n\s*\n/).map((text) => ({ ...each, text })),
    ),
};

/**
 * A note for the reader who judges the texts, about how a user of the program sees them. `NOTES` has the notes by kind
 * of text.
 */
const PLACEHOLDER_NOTE = 'The program replaces `{…}` by a value, such as a number or a name.';
const NOTES: Readonly<Record<string, string>> = {
  'Error messages': `The API writes the name of the field before a rule: "amount: must be greater than 0". ${PLACEHOLDER_NOTE}`,
  'Dashboard strings': PLACEHOLDER_NOTE,
  'Command output': PLACEHOLDER_NOTE,
};

/**
 * Returns a text in which each inserted expression is shortened to a name: `{SCOPES.join(', ')}` becomes `{SCOPES}`,
 * and `{rule.text}` becomes `{text}`. Any other expression becomes `{…}`.
 */
const shortenInsertedExpressions = (text: string) =>
  text.replace(/`\{([^`]*)\}`/g, (_, code: string) => {
    const name = code.replace(/\.join\(.*\)$/, '');
    return /^[\w.]+$/.test(name) ? `\`{${name.split('.').at(-1)}}\`` : '`{…}`';
  });

/** Returns the context of a text: its heading in a document, or the lines around it in a source file. */
function contextOf({ file, line }: Text): string {
  if (line === 0) return file;
  const lines = read(file).split('\n');
  if (!file.endsWith('.md'))
    return `${file}:${line}\n\n    ${lines
      .slice(Math.max(line - 1 - LINES_AROUND, 0), line + LINES_AROUND)
      .join('\n    ')
      .slice(0, CONTEXT_MAX_LENGTH)}`;
  const heading = lines.slice(0, line).findLast((text) => text.startsWith('#'));
  return `${file}:${line}, under "${heading?.replace(/^#+ /, '')}"`;
}

function draw(texts: readonly Text[], random: () => number): Text[] {
  const left = [...new Map(texts.map((each) => [each.text, each])).values()].filter(
    ({ text }) =>
      !NON_PROSE_PATTERN.test(text) &&
      (text.replace(/`[^`]*`/g, '').match(/[a-z]{2,}/gi) ?? []).length >= WORDS_MIN,
  );
  return Array.from({ length: TEXTS_PER_KIND }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
}

try {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true || values.seed === undefined) {
    console.log(HELP);
  } else {
    const random = createRandomGenerator(Number(values.seed));
    let number = 0;
    for (const [kind, texts] of Object.entries(KINDS)) {
      console.log(`\n## ${kind}`);
      if (NOTES[kind] !== undefined) console.log(`\n${NOTES[kind]}`);
      for (const text of draw(texts(), random)) {
        number += 1;
        console.log(`\n**${number}.** ${contextOf(text)}\n`);
        console.log(
          (text.file.endsWith('.md') ? text.text : shortenInsertedExpressions(text.text))
            .trim()
            .replace(/^/gm, '> '),
        );
      }
    }
  }
} catch (error) {
  console.error(`${describeOptionError(error)}. See --help.`);
  process.exitCode = 2;
}
