/**
 * What is mutated, and the specs that are to notice: those whose names begin with one of the words, in this order, for
 * the first that fails ends a mutant's run.
 */
export const groups = [
  {
    name: 'policies',
    mutate: ['lib/http/policies/*.ts'],
    folder: 'spec/http/policies',
    specs: [''],
  },
  {
    name: 'tokens',
    mutate: ['lib/stream/{accessTokens,heldToken,issueToken,refusals,suppliedTokens,tokenLife,withPatience}.ts'],
    folder: 'spec/stream',
    specs: ['heldToken', 'issueToken', 'refusals', 'suppliedTokens', 'tokenLife', 'withPatience', 'accessTokens'],
  },
  {
    name: 'changes',
    mutate: ['lib/stream/{ChangesConfig,changes,decodeRows,position,readRound,seenRows}.ts'],
    folder: 'spec/stream',
    specs: ['ChangesConfig', 'decodeRows', 'position', 'readRound', 'seenRows', 'changes'],
  },
  {
    name: 'pages',
    mutate: [
      'lib/stream/{PageLink,PageStream,asyncIterator,fetchPage,fingerprint,followLink,navigate,pages,readPages,trampoline}.ts',
    ],
    folder: 'spec/stream',
    specs: [
      ...['trampoline', 'fingerprint', 'PageLink', 'fetchPage', 'followLink', 'navigate', 'readPages'],
      ...['asyncIterator', 'pages', 'PageStream'],
    ],
  },
  {
    name: 'requests',
    mutate: ['lib/stream/{answer,callConfig,either,ownRequest,poll,send}.ts'],
    folder: 'spec/stream',
    specs: ['answer', 'callConfig', 'either', 'ownRequest', 'send', 'poll'],
  },
]

/** Left out: specs that start processes, open sockets, or take long by design. */
const slow = /(exit|sockets?|server|size|crash)-spec/

/** The specs among these files of the group's folder, in order. */
export const specsOf = ({ specs }, files) =>
  specs
    .flatMap((word) => files.filter((file) => file.startsWith(word)))
    .filter((file, index, all) => file.endsWith('-spec.ts') && !slow.test(file) && all.indexOf(file) === index)
    .sort((a, b) => isLast(a) - isLast(b))

const isLast = (file) => /(model|dates|renewal|laws)-spec/.test(file)
