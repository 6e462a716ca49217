import { addCopyButtons, replaceExampleHost } from './code.ts';
import { requireElement } from './element.ts';
import { addLanguageButtons } from './language.ts';
import { handleLinks } from './navigation.ts';
import { addSearch } from './search.ts';
import { addTryItForm } from './try-it.ts';
import './style.css';

/** Minimum window width at which the table of contents is next to the text. */
const WIDE_SCREEN_QUERY = matchMedia('(min-width: 900px)');

/** Runs when a page is loaded, and after each navigation to another page. */
function enhancePage(): void {
  replaceExampleHost();
  addCopyButtons();
  addLanguageButtons();
  addTryItForm();
  const tableOfContents = requireElement('nav .contents', HTMLDetailsElement);
  tableOfContents.open = WIDE_SCREEN_QUERY.matches;
  tableOfContents.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

WIDE_SCREEN_QUERY.addEventListener('change', () => {
  requireElement('nav .contents', HTMLDetailsElement).open = WIDE_SCREEN_QUERY.matches;
});
enhancePage();
addSearch();
handleLinks(enhancePage);
requireElement('.tools', HTMLElement).hidden = false;
