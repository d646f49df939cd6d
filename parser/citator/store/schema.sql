-- The compiled knowledge base: one SQLite file, written once and then only read.
-- Any SQLite tool opens it:  sqlite3 FILE "select id, text from node where edition = 'fow@8.01' and number = '804.4'"
-- Lists are JSON texts. Offsets count characters of node.text, half open. Places count from 0 in reading order.

create table meta (                 -- what this file was made from
    name text primary key,          -- program and manifest (names, sizes and times of the files), made
    value text not null
) without rowid;

create table game (
    key text primary key,           -- fow
    place integer not null,
    name text not null,
    publisher text not null,
    citation text not null,         -- how a rule is cited, with {version} and {rule}
    aliases text not null           -- JSON list
) without rowid;

create table edition (
    key text primary key,           -- fow@8.01
    game text not null,
    place integer not null,         -- among the game's editions, oldest first
    version text not null,
    digest text not null,           -- of the program and of everything this edition was compiled from
    folder text not null,
    source text not null,           -- file name of the document
    layout text not null,
    encoding text,
    title text not null,
    published text,
    effective text,
    provenance text not null,
    notes text not null,            -- JSON list
    scheme text not null,           -- how whole numbers nest: plain, hundreds, chapters
    characters integer not null,
    accounted integer not null      -- how many of them belong to a block
) without rowid;

create table node (                 -- everything that can be looked up
    edition text not null,
    place integer not null,
    id text not null,               -- 804.4, 1.3¶2
    number text,                    -- as printed; null where the number is ours
    parent text,
    kind text not null,             -- heading, rule, table, callouts, entry
    title text not null,
    text text not null,             -- as a reader should read it
    printed text not null,          -- as the source has it
    examples text not null,         -- JSON list
    rows text not null,             -- JSON list of lists, of a table
    first_line integer not null,
    last_line integer not null,
    primary key (edition, id)
) without rowid;
create index node_by_place on node (edition, place);
create index node_by_parent on node (edition, parent, place);
create index node_by_number on node (edition, number);

create table ref (                  -- references inside the texts
    edition text not null,
    source text not null,           -- the node it stands in
    start integer not null,
    end integer not null,
    text text not null,
    status text not null,           -- ok, dangling, suspect
    targets text not null,          -- JSON list
    meant text not null,            -- JSON list, of a suspect one
    primary key (edition, source, start)
) without rowid;

create table cited (                -- the same the other way round, one row a target
    edition text not null,
    target text not null,
    place integer not null,         -- of the source
    source text not null,
    primary key (edition, target, place)
) without rowid;

create table term (
    edition text not null,
    place integer not null,
    term text not null,
    rule text not null,             -- where it is defined
    kind text not null,             -- keyword, action, zone, concept, notation
    also text not null,             -- JSON list of other rules that define it
    primary key (edition, place)
) without rowid;
create index term_by_rule on term (edition, rule);

create table use (                  -- where defined terms are used
    edition text not null,
    node text not null,
    start integer not null,
    end integer not null,
    term text not null,
    rule text not null,
    primary key (edition, node, start)
) without rowid;

create table log (                  -- the publisher's change log
    edition text not null,
    place integer not null,
    version text not null,
    date text,
    notes text not null,            -- JSON list
    line integer not null,
    primary key (edition, place)
) without rowid;

create table change (               -- consecutive editions against each other
    old text not null,
    new text not null,
    place integer not null,
    relation text not null,         -- same, reworded, changed, split, merged, removed, added
    before text not null,           -- JSON list of ids in the old edition
    after text not null,            -- JSON list of ids in the new edition
    score real not null,
    why text not null,              -- JSON list
    words text not null,            -- JSON list of [equal|delete|insert, words]
    meaning text,                   -- of splits and merges: same, changed
    primary key (old, new, place)
) without rowid;

create table changed (              -- where each node stands in a change
    edition text not null,
    node text not null,
    old text not null,
    new text not null,
    place integer not null,
    primary key (edition, node, old, new)
) without rowid;

create table compared (             -- from which digests a comparison was made
    old text not null,
    new text not null,
    digest text not null,
    primary key (old, new)
) without rowid;

create table ruling (               -- judges' rulings, one row for each rule they cite
    edition text not null,
    node text not null,
    file text not null,
    title text not null,
    date text not null,
    made text not null,             -- the edition under which it was made
    primary key (edition, node, file)
) without rowid;

create table ranking (              -- what search and ask weigh, as JSON
    edition text primary key,
    data text not null
) without rowid;

create virtual table words using fts5 (  -- full text, for any SQLite tool
    edition unindexed, id unindexed, title, text, examples, tokenize = "porter unicode61"
);
