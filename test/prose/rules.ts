import { read, type Text } from './texts.ts';

/** Largest number of words in one sentence. */
const MAX_WORDS = 35;
/** The mean number of words per sentence in a document must be below this. */
const MEAN_WORDS_LIMIT = 18;

/**
 * Words that the glossary replaces in only one of their meanings. The rules do not check these words, because their
 * other meanings are allowed.
 */
const ALLOWED_WORDS_PATTERN =
  /^(at once|bell|bound|depth|division|end|environment|gone|held|hold|intent|line|look again|meeting|nobody|on hand|owner|plan|principal|proving|public|rate|recall|refuse|repeat|ring|room|row|run out|size|stack|standing|stretch|tell|telling|the others|trail|try|try again|what follows|whose|yield|Replaces)$/;

/** Words to avoid in addition to those of the glossary, with what to write instead. */
const AVOIDED_WORDS = {
  anew: 'again',
  'as ever': 'as before',
  'for good': 'permanently',
  'so many': 'the number',
  'what has come of': 'the outcome of',
  'what there is of': 'the thing itself',
  'what may be': 'the noun for it',
  whoever: 'who does it',
};

interface AvoidedWord {
  readonly pattern: RegExp;
  readonly advice: string;
}

/** Returns the words to avoid: the last column of the glossary, and the style words. */
export function readAvoidedWords(glossary = read('docs/glossary.md')): AvoidedWord[] {
  const rows = [...glossary.matchAll(/^\| ([^|]+) \|[^|]+\| ([^|]+) \|$/gm)];
  const replaced = rows.flatMap(([, term = '', words = '']) =>
    words.split(', ').map((word) => [word, term] as const),
  );
  return [
    ...replaced.filter(([word]) => !ALLOWED_WORDS_PATTERN.test(word)),
    ...Object.entries(AVOIDED_WORDS),
  ].map(([word, instead]) => ({
    pattern: new RegExp(`\\b${word}\\b`, 'i'),
    advice: `"${word}": write "${instead}"`,
  }));
}

/** Splits a text into sentences. An empty or indented line starts another sentence, as in the help of a command. */
const sentencesOf = ({ text }: Text) =>
  text
    .split(/\n\s*\n|\n(?=\s{2,})|(?<=[.!?]["')\]]*)\s+(?=[A-Z0-9`"'([…])/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim());

const countWords = (sentence: string) => sentence.split(' ').filter((word) => /[a-z0-9]/i.test(word)).length;

/** Returns a text with each code span replaced by one word. */
const replaceCodeSpans = (text: Text): Text => ({ ...text, text: text.text.replace(/`[^`]*`/g, '`code`') });

/** Returns the broken rules of some texts with their places: sentences that are too long, and words to avoid. */
export function findings(texts: readonly Text[], avoided: readonly AvoidedWord[]): string[] {
  return texts.map(replaceCodeSpans).flatMap((text) => {
    const place = `${text.file}:${text.line}`;
    const words = avoided
      .filter(({ pattern }) => pattern.test(text.text))
      .map(({ advice }) => `${place} ${advice}`);
    const long = sentencesOf(text)
      .filter((sentence) => countWords(sentence) > MAX_WORDS)
      .map(
        (sentence) =>
          `${place} ${countWords(sentence)} words, at most ${MAX_WORDS}: "${sentence.slice(0, 80)}…"`,
      );
    return [...words, ...long];
  });
}

/**
 * Returns a finding if the sentences of a document are too long on average. Headings and cells without a full stop
 * are ignored.
 */
export function findLongSentenceAverage(texts: readonly Text[]): string[] {
  const counts = texts
    .map(replaceCodeSpans)
    .flatMap(sentencesOf)
    .filter((sentence) => /[.!?:]["')]*$/.test(sentence))
    .map(countWords);
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return mean < MEAN_WORDS_LIMIT || counts.length === 0
    ? []
    : [
        `${texts[0]?.file} ${mean.toFixed(1)} words per sentence on average, fewer than ${MEAN_WORDS_LIMIT} are allowed`,
      ];
}
