import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Tokens } from 'marked';
import { escapeHtml } from '../../shared/platform/documents/html.ts';
import { PROJECT_ROOT } from '../root.ts';

const FOLDER = 'docs/guides';

/** The guides in the order in which somebody new reads them. */
const FILES = [
  'first-call',
  'authentication',
  'paging',
  'limits',
  'idempotency',
  'deposits-on-chain',
  'webhooks',
  'errors',
  'assistants',
] as const;

export interface Guide {
  /** Its anchor in the page. */
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

/** Headings one level down, as the page has its own first one; code that can be scrolled to by the keyboard. */
const renderer = {
  heading({ depth, text }: Tokens.Heading): string {
    return `<h${depth + 1}>${escapeHtml(text)}</h${depth + 1}>\n`;
  },
  code({ text }: Tokens.Code): string {
    return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
  },
};

/** @throws Error for a guide that does not begin with its title */
function readGuide(file: string): Guide {
  const text = readFileSync(join(PROJECT_ROOT, FOLDER, `${file}.md`), 'utf8');
  const title = /^# (.+)\n/.exec(text)?.[1];
  if (title === undefined) throw new Error(`${FOLDER}/${file}.md has no title`);
  marked.use({ renderer });
  // Between themselves the guides are files; in the page they are one document.
  const linked = text.replace(/\]\(([\w-]+)\.md\)/g, '](#guide-$1)').replace(/<!--.*?-->\n?/g, '');
  return { id: `guide-${file}`, title, html: marked.parse(linked, { async: false }) };
}

export const readGuides = (): Guide[] => FILES.map(readGuide);
