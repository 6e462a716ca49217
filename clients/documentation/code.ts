import { API_EXAMPLE_ORIGIN } from '../../shared/platform/documents/examples/example-origin.ts';
import { made } from './element.ts';

/** How long a button says that it has copied, in milliseconds. */
const COPIED_MS = 1_500;

/** Puts this page's host into the samples. */
export function nameHost(): void {
  for (const text of document.querySelectorAll('pre code')) {
    const own = text.textContent.replaceAll(API_EXAMPLE_ORIGIN, location.origin);
    if (own !== text.textContent) text.textContent = own;
  }
}

function copyButton(block: Element): HTMLButtonElement {
  const button = made('button', 'Copy');
  button.type = 'button';
  button.className = 'copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, COPIED_MS);
  });
  return button;
}

/** Browsers offer the clipboard to secure pages only, which pages of this machine are too. */
export function addCopyButtons(): void {
  if (!('clipboard' in navigator)) return;
  for (const block of document.querySelectorAll('.code')) {
    if (block.querySelector('.copy') === null) block.append(copyButton(block));
  }
}
