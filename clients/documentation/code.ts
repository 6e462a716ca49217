import { API_EXAMPLE_ORIGIN } from '../../shared/platform/documents/examples/example-origin.ts';
import { createElement } from './element.ts';

/** How long a copy button shows "Copied", in milliseconds. */
const COPIED_TEXT_DURATION_MS = 1_500;

export function replaceExampleHost(): void {
  for (const text of document.querySelectorAll('pre code')) {
    const textWithPageOrigin = text.textContent.replaceAll(API_EXAMPLE_ORIGIN, location.origin);
    if (textWithPageOrigin !== text.textContent) text.textContent = textWithPageOrigin;
  }
}

function createCopyButton(codeBlock: Element): HTMLButtonElement {
  const button = createElement('button', 'Copy');
  button.type = 'button';
  button.className = 'copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(codeBlock.querySelector('code')?.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, COPIED_TEXT_DURATION_MS);
  });
  return button;
}

/**
 * Adds a copy button to each code block. Adds none on insecure pages, because browsers offer the clipboard only on
 * HTTPS or localhost.
 */
export function addCopyButtons(): void {
  if (!('clipboard' in navigator)) return;
  for (const codeBlock of document.querySelectorAll('.code')) {
    if (codeBlock.querySelector('.copy') === null) codeBlock.append(createCopyButton(codeBlock));
  }
}
