/** @throws Error when the page lacks the element, because it comes from another release */
export function element<T extends Element>(
  selector: string,
  type: new () => T,
  within: ParentNode = document,
): T {
  const found = within.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The page has no ${selector}`);
  return found;
}

/** A new element with its texts and elements. */
export function made<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  ...children: readonly (string | Node)[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag);
  created.append(...children);
  return created;
}
