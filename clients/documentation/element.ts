/**
 * Returns the first element that matches the selector.
 *
 * @throws Error when the page has no such element, for example because the page is from another release
 */
export function requireElement<T extends Element>(
  selector: string,
  type: new () => T,
  container: ParentNode = document,
): T {
  const element = container.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`The page has no ${selector}`);
  return element;
}

export function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  ...children: readonly (string | Node)[]
): HTMLElementTagNameMap[K] {
  const createdElement = document.createElement(tag);
  createdElement.append(...children);
  return createdElement;
}
