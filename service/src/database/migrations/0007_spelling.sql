-- Near spellings of words in any script. The trigrams of pg_trgm have only those letters that the locale of the database knows, and in a
-- locale of C that is ASCII alone: every other word was without trigrams, and so never near another.

-- A word with each character as two letters of ASCII, which depend on that character alone: so its trigrams are the same in every locale.
-- Characters that share one of their letters lie far apart in an alphabet, and what is found by chance is measured and dropped.
create function spelled(word text) returns text language sql immutable strict parallel safe
  return (
    select string_agg(chr(97 + code % 26) || chr(97 + (code / 26 + code * 7) % 26), '' order by place)
    from unnest(string_to_array(word, null)) with ordinality characters(character, place), ascii(character) code
  );

-- Stored, as a search compares it with many. Words of ASCII do without, and numbers and identifiers are never misspelled.
alter table word add spelled text collate "C"
  generated always as (case when octet_length(word) > length(word) and word !~ '[0-9]' then spelled(word) end) stored;
create index on word using gin (owner_id, spelled gin_trgm_ops) where spelled is not null;
