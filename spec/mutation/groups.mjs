import { basename } from 'node:path'

/**
 * What is mutated, and the specs that are to notice: those whose names begin with one of the words, in this order, for
 * the first that fails ends a mutant's run.
 */
export const groups = [
  {
    name: 'policies',
    mutate: ['lib/http/{policies,budget}/*.ts'],
    folders: ['spec/http/policies', 'spec/http/budget'],
    specs: [''],
  },
  {
    name: 'tokens',
    mutate: ['lib/streams/tokens/*.ts'],
    folders: ['spec/streams/tokens'],
    specs: [
      'tokenState',
      'TokenCache',
      'issueToken',
      'RefusalBackoff',
      'RenewalBackoff',
      'TokenRenewal',
      'suppliedTokens',
      'tokenLife',
      'tokenTimeout',
      'accessTokens',
    ],
  },
  {
    name: 'changes',
    mutate: ['lib/streams/polling/{Bookmark,ChangesConfig,Watermark,changes,readRound,seenRows,syncChanges}.ts'],
    folders: ['spec/streams/polling'],
    specs: ['Bookmark', 'ChangesConfig', 'Watermark', 'readRound', 'seenRows', 'changes', 'syncChanges'],
  },
  {
    name: 'pages',
    mutate: [
      'lib/streams/pages/{PageLink,PageStream,fetchPage,followLink,navigate,pages,readPages}.ts',
      'lib/streams/send/Stream.ts',
      'lib/base/hash/textHash.ts',
    ],
    folders: ['spec/streams/pages', 'spec/streams/send', 'spec/base/hash'],
    specs: [
      ...['textHash', 'PageLink', 'fetchPage', 'followLink', 'navigate', 'readPages'],
      ...['toAsyncIterator', 'pages', 'PageStream'],
    ],
  },
  {
    name: 'requests',
    mutate: [
      'lib/streams/send/{decodeResponse,callConfig,toEither,toPlatform,checkRequest,send}.ts',
      'lib/streams/polling/{UntilPredicate,poll}.ts',
    ],
    folders: ['spec/streams/send', 'spec/streams/polling'],
    specs: ['decodeResponse', 'callConfig', 'toEither', 'toPlatform', 'checkRequest', 'send', 'UntilPredicate', 'poll'],
  },
]

/** Left out: specs that start processes, open sockets, or take long by design. */
const slow = /(exit|sockets?|server|size|crash)-spec/

/** The specs among these files of the group's folders, in order. */
export const specsOf = ({ specs }, files) =>
  specs
    .flatMap((word) => files.filter((file) => basename(file).startsWith(word)))
    .filter((file, index, all) => file.endsWith('-spec.ts') && !slow.test(file) && all.indexOf(file) === index)
    .sort((a, b) => isLast(a) - isLast(b))

const isLast = (file) => /(model|dates|renewal|laws)-spec/.test(file)
