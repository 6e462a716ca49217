const DOCUMENTATION_PATH_PATTERN = /^\/docs(\/|$)/;

/**
 * Loads a page with XMLHttpRequest, which also parses the HTML. The Content-Security-Policy
 * (`require-trusted-types-for`) forbids the page to parse HTML from text.
 */
function load(address: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.setRequestHeader('Accept', 'text/html');
    request.responseType = 'document';
    request.addEventListener('error', () => reject(new Error(`${address} was not loaded`)));
    request.addEventListener('load', () => {
      const { response, status } = request;
      if (status === 200 && response instanceof Document) resolve(response);
      else reject(new Error(`${address} was answered with ${status}`));
    });
    request.send();
  });
}

function replaceElement(selector: string, loadedPage: Document): void {
  const [old, next] = [document.querySelector(selector), loadedPage.querySelector(selector)];
  if (old === null || next === null) throw new Error(`The page has no ${selector}`);
  old.replaceWith(document.adoptNode(next));
}

function scrollToHash(hash: string): void {
  const targetElement = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  if (targetElement === null) scrollTo({ top: 0, behavior: 'instant' });
  else targetElement.scrollIntoView();
}

/** Whether the browser must handle the click, for example because the click opens another tab. */
const isHandledByBrowser = (event: MouseEvent) =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey;

/**
 * Handles links between documentation pages without a full page load, so that a typed API key stays in memory. If a
 * page cannot be loaded this way, the browser follows the link.
 *
 * @param addPageFeatures adds this script's features to the new page
 */
export function handleLinks(addPageFeatures: () => void): void {
  const show = async (url: URL) => {
    const loadedPage = await load(url.pathname);
    document.title = loadedPage.title;
    replaceElement('nav', loadedPage);
    replaceElement('main', loadedPage);
    addPageFeatures();
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    scrollToHash(url.hash);
  };
  let shownPath = location.pathname;
  const open = (url: URL) => {
    shownPath = url.pathname;
    show(url).catch(() => location.assign(url));
  };
  document.addEventListener('click', (event) => {
    const anchor = event.target instanceof Element ? event.target.closest('a') : null;
    if (anchor === null || isHandledByBrowser(event)) return;
    const url = new URL(anchor.href);
    if (
      url.origin !== location.origin ||
      !DOCUMENTATION_PATH_PATTERN.test(url.pathname) ||
      url.pathname === location.pathname
    )
      return;
    event.preventDefault();
    history.pushState(null, '', url);
    open(url);
  });
  addEventListener('popstate', () => {
    if (location.pathname !== shownPath) open(new URL(location.href));
  });
}
