// `ng add rxbank` adds providers, a gateway for development, and the proxy from `ng serve` to it. It leaves everything
// that exists already unchanged, so you can run it again.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { chain, noop, SchematicsException } = require('@angular-devkit/schematics')
const {
  addDependency,
  addRootProvider,
  InstallBehavior,
  readWorkspace,
  updateWorkspace,
} = require('@schematics/angular/utility')
const { peerDependencies } = require('../../../../package.json')

const gatewayFile = 'gateway.mjs'
const proxyFile = 'proxy.conf.json'
const proxy = { '/api/bank': { target: 'http://127.0.0.1:4300' } }

const json = (value) => `${JSON.stringify(value, null, 2)}\n`

/** The application that is named, or the first one. */
const findApp = (workspace, project) => {
  const found = [...workspace.projects].find(([name, { extensions }]) =>
    project === undefined ? extensions.projectType === 'application' : name === project,
  )
  if (found === undefined) throw new SchematicsException(`there is no application ${project ?? 'in this workspace'}`)
  const [name, app] = found
  return { name, root: app.sourceRoot ?? join(app.root, 'src'), serve: app.targets.get('serve') }
}

/** The concatenated sources of an application, without its specs. */
const sourcesOf = (tree, root) => {
  const texts = []
  tree.getDir(root).visit((path) => {
    if (path.endsWith('.ts') && !path.endsWith('.spec.ts')) texts.push(tree.readText(path))
  })
  return texts.join('\n')
}

/** From Angular 22 on, HttpClient uses fetch by default. */
const usesFetchByDefault = ({ dependencies = {} }) => Number(/\d+/.exec(dependencies['@angular/core'] ?? '')?.[0]) >= 22

const provideHttp = (name, manifest) =>
  addRootProvider(name, ({ code, external }) => {
    const http = (name) => external(name, '@angular/common/http')
    return usesFetchByDefault(manifest)
      ? code`${http('provideHttpClient')}()`
      : code`${http('provideHttpClient')}(${http('withFetch')}())`
  })

const provideClient = (name) =>
  addRootProvider(name, ({ code, external }) => {
    const rxbank = (name) => external(name, 'rxbank/angular')
    const profile = external('bridge2025', 'rxbank/bridge')
    return code`${rxbank('provideRxBank')}({ profile: ${profile}, gateway: '/api/bank' }, ${rxbank('withHttpClient')}())`
  })

const create = (path, text) => (tree) => tree.create(path, text)

const addScript = (tree) => {
  const manifest = tree.readJson('package.json')
  const scripts = { ...manifest.scripts, gateway: `node ${gatewayFile}` }
  tree.overwrite('package.json', json({ ...manifest, scripts }))
}

const addProxyConfig = (name) =>
  updateWorkspace((workspace) => {
    const serve = workspace.projects.get(name).targets.get('serve')
    serve.options = { ...serve.options, proxyConfig: proxyFile }
  })

/** The steps: for each its description, whether its result exists already, and the rule that performs it. */
const stepsOf = (tree, app) => {
  const sources = sourcesOf(tree, app.root)
  const manifest = tree.readJson('package.json')
  const existingProxy = app.serve?.options?.proxyConfig
  return [
    ['provideHttpClient in the providers', sources.includes('provideHttpClient('), provideHttp(app.name, manifest)],
    ['provideRxBank in the providers', sources.includes('provideRxBank('), provideClient(app.name)],
    [
      `${gatewayFile}, a gateway in front of a sandbox`,
      tree.exists(gatewayFile),
      create(gatewayFile, readFileSync(join(__dirname, 'gateway.mjs.txt'), 'utf8')),
    ],
    ['the script gateway in package.json', manifest.scripts?.gateway !== undefined, addScript],
    [`${proxyFile}, which forwards /api/bank to the gateway`, tree.exists(proxyFile), create(proxyFile, json(proxy))],
    [
      `proxyConfig of ng serve${existingProxy === undefined ? '' : `, which is ${existingProxy}`}`,
      app.serve === undefined || existingProxy !== undefined,
      addProxyConfig(app.name),
    ],
  ]
}

/** The schematic; it reports for each part whether it was added or existed already. */
exports.ngAdd =
  ({ project, skipInstall = false }) =>
  async (tree, { logger }) => {
    const app = findApp(await readWorkspace(tree), project)
    const install = skipInstall ? InstallBehavior.None : InstallBehavior.Auto
    const steps = stepsOf(tree, app)
    for (const [description, exists] of steps) logger.info(`${exists ? 'Already present' : 'Added'}: ${description}`)
    const other = app.serve?.options?.proxyConfig
    if (other !== undefined && other !== proxyFile) logger.warn(`Add ${JSON.stringify(proxy)} to ${other}.`)
    logger.info(
      'To try it, run "npm run gateway" and, in another terminal, "ng serve". See rxbank/docs/guides/angular.md.',
    )
    return chain([
      ...['fp-ts', 'io-ts']
        .filter((name) => tree.readJson('package.json').dependencies?.[name] === undefined)
        .map((name) => addDependency(name, peerDependencies[name], { install })),
      ...steps.map(([, exists, rule]) => (exists ? noop() : rule)),
    ])
  }
