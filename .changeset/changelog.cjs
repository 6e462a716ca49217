// One line in the changelog for each fragment, without hashes: the history may be rewritten before it is published.
const getReleaseLine = async ({ summary }) => `- ${summary.trim().replaceAll('\n', '\n  ')}`;
const getDependencyReleaseLine = async () => '';
module.exports = { default: { getReleaseLine, getDependencyReleaseLine } };
