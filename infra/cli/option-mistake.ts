/**
 * What is wrong with a command line that `parseArgs` refuses: its first sentence, which names the option. What follows
 * is advice about positionals, which a number below 0 alone needs here.
 */
export function optionMistake(error: unknown): string {
  const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ');
  const mistake = sentence.replace(/\.$/, '') || 'Unknown options';
  return /'-\d/.test(mistake) ? `${mistake}: write -- before a value that starts with a minus sign` : mistake;
}
