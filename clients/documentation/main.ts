import { addCopyButtons, nameHost } from './code.ts';
import { element } from './element.ts';
import { followLanguage } from './language.ts';
import { followLinks } from './navigation.ts';
import { followSearch } from './search.ts';
import { followForm } from './try-it.ts';
import './style.css';

/** From this width on, the table of contents is shown beside the text. */
const WIDE = matchMedia('(min-width: 900px)');

/** What the script adds to a page, after each navigation. */
function enhance(): void {
  nameHost();
  addCopyButtons();
  followLanguage();
  followForm();
  const contents = element('nav .contents', HTMLDetailsElement);
  contents.open = WIDE.matches;
  contents.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

WIDE.addEventListener('change', () => {
  element('nav .contents', HTMLDetailsElement).open = WIDE.matches;
});
enhance();
followSearch();
followLinks(enhance);
element('.tools', HTMLElement).hidden = false;
