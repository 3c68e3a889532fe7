; Free text, and what is not a date where one should be, have no colour.

(comment) @comment
(qualifier) @keyword
(scope_qualifier) @attribute
":" @punctuation.delimiter

(qualified value: (bare) @string)
(quoted) @string
(escape) @constant.character.escape

(date_word) @constant.builtin
[(offset) (day)] @constant.numeric
