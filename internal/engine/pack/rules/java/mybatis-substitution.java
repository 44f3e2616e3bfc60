import org.apache.ibatis.annotations.*;

interface UserMapper {
    // ruleid: java-mybatis-substitution
    @Select("SELECT * FROM users WHERE name = '${name}'")
    User byName(@Param("name") String name);

    // ok: java-mybatis-substitution
    @Select("SELECT * FROM users WHERE name = #{name}")
    User safeByName(@Param("name") String name);

    // ruleid: java-mybatis-substitution
    @Delete("DELETE FROM users WHERE id IN (${ids})")
    void drop(@Param("ids") String ids);

    // ok: java-mybatis-substitution
    @Delete("DELETE FROM users WHERE id = #{id}")
    void dropOne(@Param("id") long id);
}
