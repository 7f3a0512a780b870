/** What the codemods ask of a JSX element. */
import type { JSXAttribute, JSXElement, JSXSpreadAttribute } from 'oxc-parser'

/** Its name where that is one word: `Provider`, not `Provider.Custom`. */
export const nameOf = ({ openingElement: { name } }: JSXElement): string | undefined =>
  name.type === 'JSXIdentifier' ? name.name : undefined

/** `ConnectButton.Custom` → `ConnectButton`. */
export function ownerOf({ openingElement: { name } }: JSXElement): string | undefined {
  return name.type === 'JSXMemberExpression' && name.object.type === 'JSXIdentifier'
    ? name.object.name
    : undefined
}

/** Its attributes by name; those that are spread have none. */
export function attributesOf({ openingElement }: JSXElement): Map<string, JSXAttribute> {
  return new Map(
    openingElement.attributes.flatMap((attribute) =>
      attribute.type === 'JSXAttribute' && attribute.name.type === 'JSXIdentifier'
        ? [[attribute.name.name, attribute] as const]
        : [],
    ),
  )
}

/** `{...props}` among its attributes. */
export const spreadsOf = ({ openingElement }: JSXElement): readonly JSXSpreadAttribute[] =>
  openingElement.attributes.filter((attribute) => attribute.type === 'JSXSpreadAttribute')

/** The name that an attribute is set to: `config={wagmiConfig}` → `wagmiConfig`. */
export function identifierIn(attribute: JSXAttribute | undefined): string | undefined {
  const value = attribute?.value
  return value?.type === 'JSXExpressionContainer' && value.expression.type === 'Identifier'
    ? value.expression.name
    : undefined
}
