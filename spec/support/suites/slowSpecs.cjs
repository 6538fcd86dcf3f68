/**
 * The specs that `npm test` leaves to `npm run specs:slow`, which `.ci/run` runs too: a minute of them costs what
 * hundreds of others do. A file is named here with the others of its reason, or it is among the quick ones.
 */
exports.slowSpecs = [
  {
    why: 'they start processes: each takes a second or more of a core before it does anything',
    files: [
      'spec/badInput/arguments-spec.ts',
      'spec/badInput/memory-spec.ts',
      'spec/cli/doctor/doctorCommand-spec.ts',
      'spec/cli/fleet/fleetCommand-spec.ts',
      'spec/cli/guide-spec.ts',
      'spec/cli/lists/listCommands-spec.ts',
      'spec/cli/main-spec.ts',
      'spec/cli/openapi/openapiCommand-spec.ts',
      'spec/cli/output/otherEnd-spec.ts',
      'spec/cli/pull/pullCommand-spec.ts',
      'spec/cli/sandbox/sandboxCommand-spec.ts',
      'spec/cli/token/tokenCommand-spec.ts',
      'spec/cli/watch/watchChanges-spec.ts',
      'spec/cli/watch/watchRefresh-spec.ts',
      'spec/electron/order-process-spec.ts',
      'spec/http/transport/sockets-spec.ts',
      'spec/node/graceful-process-spec.ts',
      'spec/node/processes-spec.ts',
      'spec/node/watcher-kill-spec.ts',
      'spec/scenarios/paging-polling/25-cold-start-and-stop-spec.ts',
      'spec/scenarios/tokens/18-process-exit-spec.ts',
    ],
  },
  {
    why: 'they compile and run every example of the guides, each in a program of its own',
    files: ['spec/docs-spec.ts', 'spec/docs/tryExamples-spec.ts'],
  },
  {
    why: 'size is what they show: hundreds of thousands of rows or pages, and what of them stays in memory',
    files: [
      'spec/badInput/sizes-spec.ts',
      'spec/codec/fastRecord-spec.ts',
      'spec/scenarios/paging-polling/07-loops-spec.ts',
      'spec/scenarios/paging-polling/21-late-and-equal-rows-spec.ts',
      'spec/scenarios/paging-polling/02-back-pressure-spec.ts',
      'spec/scenarios/paging-polling/12-size-spec.ts',
      'spec/pages/flattenGroups-held-size-spec.ts',
      'spec/pages/pages-held-size-spec.ts',
      'spec/pages/pages-size-spec.ts',
    ],
  },
  {
    why: 'they live a client, or a thousand of them, or draw thousands of values, for many seconds of a core',
    files: [
      'spec/badInput/codecs-spec.ts',
      'spec/badInput/deepRows-spec.ts',
      'spec/client/cutOff-spec.ts',
      'spec/gateway/handles-spec.ts',
      'spec/hash/contentHash-spec.ts',
      'spec/polling/changes-dates-spec.ts',
      'spec/sandbox/holdings-spec.ts',
      'spec/scenarios/paging-polling/14-errors-do-not-stop-it-spec.ts',
      'spec/scenarios/tokens/01-window-and-jitter-spec.ts',
      'spec/scenarios/tokens/03-life-shorter-than-window-spec.ts',
      'spec/scenarios/tokens/04-not-fresher-spec.ts',
      'spec/scenarios/transactions/02-recreated-later-spec.ts',
      'spec/soak/soak-spec.ts',
    ],
  },
]
