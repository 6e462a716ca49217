/** Returns the first sentence of a `parseArgs` error, because its other sentences give wrong advice here. */
export function describeOptionError(error: unknown): string {
  const [firstSentence = ''] = (error instanceof Error ? error.message : '').split('. ');
  const problem = firstSentence.replace(/\.$/, '') || 'Unknown options';
  return /'-\d/.test(problem)
    ? `${problem}: to pass a value that starts with a minus sign, write -- before the value, such as "-- -5"`
    : problem;
}
