/**
 * Returns the first sentence of a `parseArgs` error, which names the option. The rest advises on positionals.
 * That advice is wrong here, except for negative numbers.
 */
export function describeOptionError(error: unknown): string {
  const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ');
  const mistake = sentence.replace(/\.$/, '') || 'Unknown options';
  return /'-\d/.test(mistake)
    ? `${mistake}: if a value starts with a minus sign, write -- before it`
    : mistake;
}
