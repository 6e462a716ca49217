/**
 * What is wrong with a command line that `parseArgs` refuses: its first sentence, which names the option. What follows
 * is advice about positionals that no command here takes.
 */
export function optionMistake(error: unknown): string {
  const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ');
  return sentence.replace(/\.$/, '') || 'Unknown options';
}
