/**
 * Returns the colours of the current colour scheme (light or dark) as RGB values. A canvas needs these values, because
 * it cannot read CSS variables.
 */
export function colorsOf(element: HTMLElement) {
  const probe = document.createElement('span');
  element.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    line: read('line'),
    text: read('text-soft'),
    series: Array.from({ length: 7 }, (_, index) => read(`series-${index + 1}`)),
  };
  probe.remove();
  return colors;
}

/** Returns a colour with an opacity of 12%, for the area below a line. */
export const toTranslucent = (color: string) => color.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.12)');
