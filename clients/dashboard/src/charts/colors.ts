/** What a token is in the scheme that is shown: a canvas knows no variables. */
export function colorsOf(element: HTMLElement) {
  const probe = document.createElement('span');
  element.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const found = {
    line: read('line'),
    text: read('text-soft'),
    series: Array.from({ length: 7 }, (_, index) => read(`series-${index + 1}`)),
  };
  probe.remove();
  return found;
}

/** The same colour for the space below a line. */
export const fainter = (color: string) => color.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.12)');
