/**
 * Returns the first sentence of a `parseArgs` error, which names the option. The other sentences advise on
 * positional arguments and are wrong here. For a negative number, adds the advice to write -- before it.
 */
export function describeOptionError(error: unknown): string {
  const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ');
  const problem = sentence.replace(/\.$/, '') || 'Unknown options';
  return /'-\d/.test(problem)
    ? `${problem}: if a value starts with a minus sign, write -- before the value`
    : problem;
}
