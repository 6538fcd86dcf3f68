/** The methods of the API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
