import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../shared/platform/documents/html.ts';
import { PROJECT_ROOT } from '../root.ts';
import { EVENT_TYPES_ADDRESS, GUIDE_IDS } from './addresses.ts';
import { renderCodeBlock } from './layout.ts';

const GUIDES_FOLDER = 'docs/guides';

export interface Guide {
  /** Last segment of the guide's path. */
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

const toHeadingId = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * Markdown renderer of the guides. Headings get ids. Code blocks and tables can be focused and scrolled with
 * the keyboard.
 */
const markdownRenderer = new Marked({
  renderer: {
    heading({ depth, tokens, text }: Tokens.Heading): string {
      return `<h${depth} id="${toHeadingId(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    code({ text }: Tokens.Code): string {
      return `${renderCodeBlock(text)}\n`;
    },
    table({ header, rows }: Tokens.Table): string {
      const renderCells = (row: readonly Tokens.TableCell[], tag: string) =>
        row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
      const body = rows.map((row) => `<tr>${renderCells(row, 'td')}</tr>`).join('');
      return `<div class="t" tabindex="0"><table><tr>${renderCells(header, 'th')}</tr>${body}</table></div>\n`;
    },
  },
});

/**
 * Replaces links to other guides and to docs/events.md with links to pages of the documentation site. Links to other
 * files become plain text.
 */
const rewriteLinks = (text: string) =>
  text
    .replace(/\]\(([\w-]+)\.md(#[\w-]+)?\)/g, '](/docs/guides/$1$2)')
    .replace(/\]\(\.\.\/events\.md\)/g, `](${EVENT_TYPES_ADDRESS})`)
    .replace(/\]\(#error-(\w+)\)/g, '](/docs/errors#error-$1)')
    .replace(/\[([^\]]+)\]\((?!https?:|\/|#)[^)]+\)/g, '$1')
    .replace(/<!--.*?-->\n?/g, '');

/**
 * Reads a Markdown file as a guide.
 *
 * @throws Error for a text that does not start with a title
 */
function readGuide(path: string, id: string): Guide {
  const text = readFileSync(join(PROJECT_ROOT, path), 'utf8');
  const title = /^# (.+)\n/.exec(text)?.[1];
  if (title === undefined) throw new Error(`${path} has no title`);
  return { id, title: escapeHtml(title), html: markdownRenderer.parse(rewriteLinks(text), { async: false }) };
}

export const readGuides = (): Guide[] => GUIDE_IDS.map((id) => readGuide(`${GUIDES_FOLDER}/${id}.md`, id));

export const readChangelog = (): Guide => readGuide('CHANGELOG.md', 'changelog');
