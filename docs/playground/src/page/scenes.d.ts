declare module 'playground:scenes' {
  interface SceneText {
    readonly source: string
    readonly code: string
    /** The source in parts, each with its class in the style sheet; '' has none. */
    readonly tokens: ReadonlyArray<readonly [text: string, kind: string]>
  }

  /** The text of each scene, and the script that runs; `build.mjs` makes this module. */
  export const pages: SceneText
  export const token: SceneText
  export const watcher: SceneText
  export const refresh: SceneText
  export const webhook: SceneText
  export const consent: SceneText
  export const transfers: SceneText
  export const recurring: SceneText
}
