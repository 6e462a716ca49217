/**
 * Returns the colours of the current colour scheme (light or dark) as RGB values. A canvas needs these values, because
 * it cannot read CSS variables.
 */
export function readChartColors(element: HTMLElement) {
  const probeElement = document.createElement('span');
  element.append(probeElement);
  const read = (variableName: string) => {
    probeElement.style.color = `var(--${variableName})`;
    return getComputedStyle(probeElement).color;
  };
  const colors = {
    line: read('line'),
    text: read('text-soft'),
    series: Array.from({ length: 7 }, (_, index) => read(`series-${index + 1}`)),
  };
  probeElement.remove();
  return colors;
}

/** Returns a colour with an opacity of 12%, for the area below a line. */
export const toTranslucent = (color: string) => color.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.12)');
