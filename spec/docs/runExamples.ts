import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build, type Plugin, stop } from 'esbuild'
import ts from 'typescript'
import { aliases } from './entryPoints.js'
import type { Example } from './examples.js'

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** A module whose `run` is the example; imports stay outside, and all lines where they are. */
const toModule = ({ file, language, code }: Example): string => {
  const source = ts.createSourceFile(`${file}.${language}`, code, ts.ScriptTarget.ES2022)
  const imports = source.statements
    .filter(ts.isImportDeclaration)
    .map((node) => code.slice(node.getStart(source), node.end))
  const own = /^import assert\b/m.test(code) ? [] : ["import assert from 'node:assert/strict'"]
  const head = [...own, ...imports.map((text) => text.replace(/\s+/g, ' '))].join(';')
  const body = imports.reduce((text, part) => text.replace(part, blank(part)), code).replace(/^export (?=\w)/gm, blank)
  return `${head};export const run = async () => {${body}\n}`
}

const replaced: Readonly<Record<string, string>> = {
  ...aliases,
  electron: 'spec/docs/electron.ts',
  '@nestjs/common': 'spec/docs/nest.ts',
}

const virtual = (examples: ReadonlyArray<Example>): Plugin => ({
  name: 'examples',
  setup: (bundler) => {
    bundler.onResolve({ filter: new RegExp(`^(${Object.keys(replaced).join('|')})$`) }, ({ path }) => ({
      path: resolve(replaced[path] ?? ''),
    }))
    // What is native finds itself by its own place.
    bundler.onResolve({ filter: /^@photostructure\/sqlite$/ }, ({ path }) => ({
      path: createRequire(resolve('package.json')).resolve(path),
      external: true,
    }))
    bundler.onResolve({ filter: /^example:/ }, ({ path }) => {
      const example = examples[Number(path.slice('example:'.length))]
      return { namespace: 'example', path: example?.title ?? path, pluginData: example }
    })
    bundler.onLoad({ filter: /./, namespace: 'example' }, ({ pluginData }) => ({
      contents: toModule(pluginData as Example),
      loader: (pluginData as Example).language,
      resolveDir: process.cwd(),
    }))
  },
})

const entry = (examples: ReadonlyArray<Example>, limit: number): string => {
  const imports = examples.map((_, index) => `import { run as run${String(index)} } from 'example:${String(index)}'`)
  const programs = examples.map(({ code }, index) => {
    const usesAngular = code.includes("from '@angular/")
    return `{ usesAngular: ${String(usesAngular)}, run: run${String(index)} }`
  })
  const run = `void runAll([${programs.join(',')}], ${String(limit)})`
  return ["import { runAll } from './spec/docs/worker.ts'", ...imports, run].join('\n')
}

/**
 * Runs examples, bundled as one program, in a worker thread; answers in their order what went wrong in each, `''` if
 * nothing did. What they leave open, such as a subscription, a timer or a port, ends with the thread.
 *
 * - `limit`: milliseconds until one that has not ended is given up.
 */
export const runExamples = async (examples: ReadonlyArray<Example>, limit: number): Promise<ReadonlyArray<string>> => {
  if (examples.length === 0) return []
  const folder = mkdtempSync(join(tmpdir(), 'rxbank-docs-'))
  const outfile = join(folder, 'examples.cjs')
  try {
    await build({
      stdin: { contents: entry(examples, limit), resolveDir: process.cwd(), loader: 'ts' },
      outfile,
      bundle: true,
      format: 'cjs',
      logLevel: 'silent',
      jsx: 'automatic',
      platform: 'node',
      plugins: [virtual(examples)],
      sourcemap: 'external',
      sourcesContent: false,
      target: 'node20',
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    }).catch((error: unknown) => {
      throw new Error(String(error))
    })
    return await outcomesOf(new Worker(outfile, { stdout: true }), examples)
  } finally {
    await stop()
    rmSync(folder, { recursive: true })
  }
}

const outcomesOf = async (worker: Worker, examples: ReadonlyArray<Example>): Promise<ReadonlyArray<string>> => {
  const outcomes: Array<string> = []
  try {
    await new Promise<void>((done, fail) => {
      worker.on('error', fail)
      worker.on('exit', (code) => {
        const title = examples[outcomes.length]?.title ?? 'an example'
        fail(new Error(`${title} has ended the thread of all with code ${String(code)}`))
      })
      worker.on('message', (outcome: string) => {
        if (outcomes.push(outcome) === examples.length) done()
      })
    })
    return outcomes
  } finally {
    await worker.terminate()
  }
}
