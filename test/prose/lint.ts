import { requireNoOptions } from '../../infra/cli/no-options.ts';
import { findings, findLongSentenceAverage, readAvoidedWords } from './rules.ts';
import {
  extractMarkdownTexts,
  extractSourceTexts,
  markdownFiles,
  openApiTexts,
  sourceFiles,
} from './texts.ts';

const HELP = `Checks the English of the documents, of the OpenAPI document and of every string in the source: the length of
sentences, and the words that the glossary replaces.

Usage: npm run lint

Exit codes: 0 no findings, 1 findings, 2 wrong usage.`;

requireNoOptions(HELP);
const documents = [...markdownFiles().map((file) => extractMarkdownTexts(file)), openApiTexts()];
const strings = sourceFiles().map((file) => extractSourceTexts(file));
const avoided = readAvoidedWords();
const found = [
  ...[...documents, ...strings].flatMap((texts) => findings(texts, avoided)),
  ...documents.flatMap(findLongSentenceAverage),
];
for (const finding of found) console.error(finding);
if (found.length > 0) process.exitCode = 1;
