import { shortText } from '../core/shortText.js'
import { schemaName } from './schemaName.js'

/** The codecs of the options that select permits: the schema and the name. */
export const permitFields = { schema: schemaName, name: shortText }
