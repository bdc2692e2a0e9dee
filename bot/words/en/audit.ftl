# What Querist says of its record in a channel.
audit-checkpoint = Checkpoint of the record
audit-checkpoint-text =
    { $links ->
        [one] One entry
       *[other] { $links } entries
    } on { $at }. Keep this message. If the end of the record is ever cut off or rewritten, the line below shows it: copy it into a file, and run querist audit verify --against FILE.
