// Jest runs this before the first spec of a group: here are the others.
const { relative } = require('node:path')
const { describe, expect } = require('@jest/globals')
const { groupOf } = require('./groups.cjs')

const { hooks, others } = groupOf(expect.getState().testPath)

for (const path of hooks) require(path)
for (const path of others)
  describe(relative('', path), () => {
    require(path)
  })
