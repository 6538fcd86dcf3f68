import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { builtProgram } from './builtProgram.js'
import type { Ended } from './commandProcess.js'

/** Runs a TypeScript program of a few lines, its imports relative to `spec/`, in a Node process of its own. */
export const nodeProcess = (program: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> => {
  const stdin = { contents: program, loader: 'ts' as const, resolveDir: join(process.cwd(), 'spec') }
  const file = join(builtProgram({ stdin }), 'program.cjs')
  const child = spawn(process.execPath, ['--no-deprecation', file], { env: { ...process.env, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      resolve({ code, stdout, stderr })
    })
  })
}
