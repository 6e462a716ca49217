import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import { type Expression, type JSXChild, type PrivateInExpression, parseSync, Visitor } from 'oxc-parser';
import { PROJECT_ROOT } from '../../infra/root.ts';

/** A text that a user, an operator or a contributor reads. Code and inserted values are in backticks. */
export interface Text {
  /** The path from the project root. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /**
   * For a cell in the body of a table: the whole row, with the name of the column before each cell. For a header cell:
   * the names of all columns.
   */
  readonly row?: string;
}

export const read = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8');
const find = (...patterns: string[]) =>
  globSync(patterns, {
    cwd: PROJECT_ROOT,
    exclude: ['**/node_modules', '**/.*', '**/cdk.out', '**/dist', '**/generated'],
  }).sort();

/** Returns the text of inline Markdown without its marks. */
function extractInlineText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'codespan') return `\`${token.text}\``;
      if (token.type === 'html' || token.type === 'br') return ' ';
      return 'tokens' in token && token.tokens
        ? extractInlineText(token.tokens)
        : 'text' in token
          ? token.text
          : '';
    })
    .join('');
}

type Block = Pick<Text, 'text' | 'row'>;

function extractTableTexts({ header, rows }: Tokens.Table): Block[] {
  const [names, ...others] = [header, ...rows].map((cells) =>
    cells.map((cell) => extractInlineText(cell.tokens)),
  );
  const rowOf = (cells: readonly string[]) =>
    cells.map((text, at) => `${names?.[at] || '–'}: ${text || '–'}`).join(' | ');
  return [
    ...(names ?? []).map((text) => ({ text, row: (names ?? []).join(' | ') })),
    ...others.flatMap((cells) => cells.map((text) => ({ text, row: rowOf(cells) }))),
  ];
}

/** Returns the paragraphs, list items, headings and table cells of a Markdown text, without code blocks. */
function extractBlockTexts(tokens: readonly Token[]): Block[] {
  return tokens.flatMap((token): Block[] => {
    if (token.type === 'paragraph' || token.type === 'heading' || token.type === 'text')
      return 'tokens' in token && token.tokens ? [{ text: extractInlineText(token.tokens) }] : [];
    if (isTable(token)) return extractTableTexts(token);
    if (token.type === 'list')
      return token.items.flatMap((item: { tokens: Token[] }) => extractBlockTexts(item.tokens));
    return token.type === 'blockquote' && token.tokens ? extractBlockTexts(token.tokens) : [];
  });
}

const isTable = (token: Token): token is Tokens.Table => token.type === 'table';

/** Matches the last column of the glossary, which lists the words to avoid. */
const REPLACED_WORDS_PATTERN = /\|[^|\n]*\|$/gm;

/** Returns the texts of one Markdown document. The line number is that of the block. */
export function extractMarkdownTexts(file: string, source = read(file)): Text[] {
  let line = 1;
  const checkedSource = file === 'docs/glossary.md' ? source.replace(REPLACED_WORDS_PATTERN, '|') : source;
  return lexer(checkedSource).flatMap((token) => {
    const found = extractBlockTexts([token]).map((block) => ({ file, line, ...block }));
    line += token.raw.split('\n').length - 1;
    return found;
  });
}

/** Returns every Markdown document of the project. */
export const markdownFiles = () => find('**/*.md');

type Part = Expression | PrivateInExpression['left'] | JSXChild;

/** Returns the text of a string, a template, a sum of strings or a JSX element, with the code of inserted values. */
function partText(part: Part, source: string): string {
  const all = (parts: readonly Part[]) => parts.map((each) => partText(each, source)).join('');
  const code = `\`{${source.slice(part.start, part.end).replace(/[`\s]+/g, ' ')}}\``;
  switch (part.type) {
    case 'Literal':
      return typeof part.value === 'string' ? part.value : code;
    case 'TemplateLiteral':
      return part.quasis
        .map(({ value }, at) => (value.cooked ?? '') + all(part.expressions.slice(at, at + 1)))
        .join('');
    case 'BinaryExpression':
      return part.operator === '+' ? all([part.left, part.right]) : code;
    case 'JSXText':
      return part.value.replace(/\s*\n\s*/g, ' ');
    case 'JSXExpressionContainer':
      return part.expression.type === 'JSXEmptyExpression' ? '' : all([part.expression]);
    case 'JSXElement':
      return part.children.length === 0 ? code : all(part.children);
    case 'JSXFragment':
      return all(part.children);
    default:
      return code;
  }
}

/** Returns every text of two words or more in a source file: strings, templates and the contents of JSX elements. */
export function extractSourceTexts(file: string, source = read(file)): Text[] {
  const found: Text[] = [];
  let end = 0;
  const take = (part: Part) => {
    if (part.start < end) return;
    const text = partText(part, source);
    if (!/[a-z`] [a-z`]/i.test(text) || !/\b[a-z]+\b/.test(text)) return;
    end = part.end;
    found.push({ file, line: source.slice(0, part.start).split('\n').length, text });
  };
  const collectElementText = (element: JSXChild & { children: JSXChild[] }) => {
    if (element.children.some((child) => child.type === 'JSXText' && child.value.trim() !== ''))
      take(element);
  };
  new Visitor({
    BinaryExpression: (part) => {
      if (part.operator === '+') take(part);
    },
    TemplateLiteral: take,
    Literal: (part) => {
      if (typeof part.value === 'string') take(part);
    },
    JSXAttribute: (attribute) => {
      if (attribute.name.name === 'className') end = attribute.end;
    },
    JSXElement: collectElementText,
    JSXFragment: collectElementText,
  }).visit(parseSync(file, source).program);
  return found;
}

/** Returns the source files whose strings must follow the prose rules. */
export const sourceFiles = () => find('{shared,functions,infra,clients}/**/*.{ts,tsx}');

/** Returns the summaries and descriptions of the published OpenAPI document, in its order. */
export function openApiTexts(file = 'clients/openapi/v1.json'): Text[] {
  const found: Text[] = [];
  JSON.parse(read(file), (key, value: unknown) => {
    if ((key === 'description' || key === 'summary') && typeof value === 'string')
      found.push({ file, line: 1, text: value });
    return value;
  });
  return found;
}
